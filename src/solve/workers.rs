//! What the threads of a run have of their own, and when their mail is delivered.

use std::sync::Mutex;

use super::transpose::{Outbox, Targets};

/// Positions of the rows between two looks at how many messages are pending.
const WAVE: usize = 1 << 24;
/// Messages that are delivered before all rows are done: so many, and in small subspaces one for each
/// [`SLOTS_PER_PENDING`] slots. Under an N-ply rule most captures are decided in one step.
const PENDING: usize = 1 << 25;
const SLOTS_PER_PENDING: usize = 8;
/// Most messages that are in memory at a time, twins included.
pub const MESSAGES: u64 = (WAVE + PENDING) as u64 * 17 / 16;

/// Rows of so many columns between two looks at the mail.
pub fn wave_rows(columns: usize) -> usize {
    (WAVE / columns).max(1)
}

/// Buffers and an outbox for each thread of the pool.
pub struct Workers<S> {
    threads: Vec<Mutex<(S, Outbox)>>,
    /// Messages that are many.
    pending: usize,
}

impl<S> Workers<S> {
    pub fn new(targets: &Targets, scratch: impl Fn() -> S) -> Workers<S> {
        let worker = || Mutex::new((scratch(), targets.outbox()));
        Workers {
            threads: (0..rayon::current_num_threads()).map(|_| worker()).collect(),
            pending: PENDING.min(targets.slots() / SLOTS_PER_PENDING),
        }
    }

    /// Runs `work` with what the calling thread has.
    pub fn work<R>(&self, work: impl FnOnce(&mut S, &mut Outbox) -> R) -> R {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let mut worker = self.threads[thread].lock().expect("no worker panics");
        let (scratch, outbox) = &mut *worker;
        work(scratch, outbox)
    }

    /// The outboxes, when it is time to deliver them: there is much in them, or something and these
    /// were the last rows.
    pub fn due(&mut self, last: bool) -> Option<Vec<&mut Outbox>> {
        let outboxes = self.threads.iter_mut();
        let outboxes: Vec<&mut Outbox> =
            outboxes.map(|worker| &mut worker.get_mut().expect("no worker panics").1).collect();
        let pending: usize = outboxes.iter().map(|outbox| outbox.pending()).sum();
        (pending > self.pending || (last && pending > 0)).then_some(outboxes)
    }
}
