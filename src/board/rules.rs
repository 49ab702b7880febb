//! The rules of the game as a value that every layer takes.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::metric::{MAX_DRAW_AFTER, Metric};

/// Fewest stones a side that a rule profile may have.
pub const MIN_MEN: u8 = 3;
/// Most stones a side that a rule profile may have.
pub const MAX_MEN: u8 = 9;

/// A rule profile. Nothing else in the crate hard-codes a rule that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Stones a side, [`MIN_MEN`]`..=`[`MAX_MEN`].
    pub men: u8,
    /// Whether a player with three stones left may move to any free point.
    pub flying: bool,
    /// Whether a stone in a mill may be taken when all of that player's stones stand in mills.
    /// If not, closing a mill then takes nothing.
    pub take_from_mills: bool,
    /// Slides and flights of both sides together, since the last placing or capture, that make the
    /// game a draw, `1..=`[`MAX_DRAW_AFTER`]. A capture or a lost position on the last of them
    /// counts before the draw.
    pub draw_after: Option<u8>,
}

/// A text that names no rule profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown rules \"{0}\": expected \"standard\", or a name such as \"men-4\", \"no-flying\", \
     \"protect-mills\", \"draw-after-50\", or several of them joined by \"+\" in this order"
)]
pub struct UnknownRules(pub String);

impl Rules {
    /// Nine stones, flying with three, taking from mills when nothing else is left.
    pub const STANDARD: Rules =
        Rules { men: 9, flying: true, take_from_mills: true, draw_after: None };

    /// What the distances of values count under these rules.
    pub const fn metric(&self) -> Metric {
        match self.draw_after {
            None => Metric::End,
            Some(limit) => Metric::Capture { limit },
        }
    }

    /// A number that differs for rules that differ; every database file carries it.
    ///
    /// It is the 64-bit FNV-1a hash of the canonical name
    /// (<http://www.isthe.com/chongo/tech/comp/fnv/>), so that it never depends on this crate's
    /// memory layout.
    pub fn fingerprint(&self) -> u64 {
        self.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::STANDARD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.men != MAX_MEN {
            parts.push(format!("men-{}", self.men));
        }
        if !self.flying {
            parts.push("no-flying".to_owned());
        }
        if !self.take_from_mills {
            parts.push("protect-mills".to_owned());
        }
        if let Some(plies) = self.draw_after {
            parts.push(format!("draw-after-{plies}"));
        }
        if parts.is_empty() {
            parts.push("standard".to_owned());
        }
        f.write_str(&parts.join("+"))
    }
}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        let unknown = || UnknownRules(text.to_owned());
        let number = |digits: &str, range: RangeInclusive<u8>| {
            digits.parse().ok().filter(|n| range.contains(n)).ok_or_else(unknown)
        };
        let mut rules = Rules::STANDARD;
        for part in text.split('+') {
            if let Some(men) = part.strip_prefix("men-") {
                rules.men = number(men, MIN_MEN..=MAX_MEN)?;
            } else if let Some(plies) = part.strip_prefix("draw-after-") {
                rules.draw_after = Some(number(plies, 1..=MAX_DRAW_AFTER)?);
            } else {
                match part {
                    "standard" => {}
                    "no-flying" => rules.flying = false,
                    "protect-mills" => rules.take_from_mills = false,
                    _ => return Err(unknown()),
                }
            }
        }
        // One profile, one name: the canonical one.
        if rules.to_string() == text { Ok(rules) } else { Err(unknown()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_profile_has_one_name_and_one_fingerprint() {
        let mut seen = HashSet::new();
        for men in MIN_MEN..=MAX_MEN {
            for flying in [true, false] {
                for take_from_mills in [true, false] {
                    for draw_after in (1..=MAX_DRAW_AFTER).map(Some).chain([None]) {
                        let rules = Rules { men, flying, take_from_mills, draw_after };
                        assert_eq!(rules.to_string().parse(), Ok(rules));
                        assert!(seen.insert(rules.fingerprint()));
                    }
                }
            }
        }
        assert_eq!(Rules::STANDARD.to_string(), "standard");
        let all = Rules { men: 4, flying: false, take_from_mills: false, draw_after: Some(50) };
        assert_eq!(all.to_string(), "men-4+no-flying+protect-mills+draw-after-50");
        let bad = [
            "",
            "men-2",
            "men-10",
            "men-9",
            "standard+men-4",
            "no-flying+men-4",
            "Standard",
            "draw-after-0",
            "draw-after-121",
            "draw-after-050",
            "draw-after-",
            "draw-after-50+protect-mills",
            "draw-after-50+draw-after-50",
        ];
        for bad in bad {
            assert_eq!(bad.parse::<Rules>(), Err(UnknownRules(bad.to_owned())));
        }
    }
}
