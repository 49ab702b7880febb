//! Large zeroed byte arrays on huge pages.

use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// A zeroed array of bytes, fresh from the operating system. Where it can, it lies on huge pages:
/// the solver's writes are scattered, and most of their cost would be page table walks.
pub struct Bytes {
    map: MmapMut,
    len: usize,
}

impl Bytes {
    /// `len` zero bytes.
    ///
    /// # Errors
    /// When the operating system has no address space left.
    pub fn zeroed(len: usize) -> io::Result<Bytes> {
        // An empty map is an error, an empty array is not.
        let map = MmapMut::map_anon(len.max(1))?;
        #[cfg(target_os = "linux")]
        {
            // Advice only: without huge pages everything works, more slowly.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Bytes { map, len })
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map[..self.len]
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.map[..self.len]
    }
}
