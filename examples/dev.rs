use moara::board::Rules;
use moara::index::Subspace;
use moara::solve::*;
use std::collections::HashMap;
use std::time::Instant;
fn main() {
    let max: u8 = std::env::args().nth(1).unwrap().parse().unwrap();
    let k: Kernels = std::env::args().nth(2).map(|x| x.parse().unwrap()).unwrap_or(Kernels::best());
    let dump = std::env::var("DUMP").ok();
    let rules = Rules::STANDARD;
    let mut done: HashMap<Subspace, Bytes> = HashMap::new();
    let t0 = Instant::now();
    let tab = table();
    let mut tot = 0usize;
    for s in Subspace::all_moving(&rules) {
        if s.stones() > max || done.contains_key(&s) {
            continue;
        }
        let t = Instant::now();
        let mut v = vec![s];
        if s.mover != s.opponent {
            v.push(s.swapped())
        }
        let mut sides: Vec<Side> = v
            .iter()
            .map(|s| match s.after_capture() {
                None => Side::new(&rules, k, *s, Child::GameOver).unwrap(),
                Some(c) => {
                    let b: Vec<u8> = done[&c].iter().map(|x| tab[*x as usize]).collect();
                    Side::new(&rules, k, *s, Child::Scores(c, &b)).unwrap()
                }
            })
            .collect();
        let ti = t.elapsed().as_secs_f64();
        let mut last = 0;
        let mut lt = 0;
        induce(&mut sides, k, &mut |p, t| {
            if t > lt {
                last = p;
                lt = t
            }
        })
        .unwrap();
        let n: usize = v.iter().map(|s| s.slots()).sum();
        tot += n;
        let el = t.elapsed().as_secs_f64();
        println!("{s} n {n} cap {ti:.2} whole {el:.2} last {last} {:.1} M/s", n as f64 / el / 1e6);
        for side in sides {
            if let Some(d) = &dump {
                let f = std::fs::read(format!(
                    "{d}/{}_{}.bin",
                    side.subspace.mover, side.subspace.opponent
                ))
                .unwrap();
                assert!(f[..] == side.values[..], "{}", side.subspace);
            }
            done.insert(side.subspace, side.values);
        }
    }
    println!("all {tot} in {:.2}", t0.elapsed().as_secs_f64());
}
