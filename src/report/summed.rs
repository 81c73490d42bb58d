//! Checksums: what is written is summed up as it passes, so that a digit that changes afterwards is noticed.

use std::io;

use sha2::{Digest, Sha256};

/// A writer that knows the length and the SHA-256 of all that has been written to it.
#[derive(Debug)]
pub struct Summed<W> {
    out: W,
    sum: Sha256,
    bytes: u64,
}

impl<W> Summed<W> {
    /// With nothing written yet.
    pub fn new(out: W) -> Self {
        Summed { out, sum: Sha256::new(), bytes: 0 }
    }

    /// The sum so far, as 64 hexadecimal digits.
    pub fn sum(&self) -> String {
        hexadecimal(&self.sum.clone().finalize())
    }

    /// How many bytes there are so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<W: io::Write> io::Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The sum of everything that can be read.
pub fn sum_of(mut read: impl io::Read) -> io::Result<String> {
    let mut summed = Summed::new(io::sink());
    io::copy(&mut read, &mut summed)?;
    Ok(summed.sum())
}

/// The sum of a text.
pub(super) fn sum_of_text(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn the_sum_is_that_of_the_standard_at_every_moment() {
        let mut summed = Summed::new(Vec::new());
        summed.write_all(b"abc").unwrap();
        assert_eq!(summed.sum(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        summed.write_all(b"d").unwrap();
        assert_eq!((summed.sum(), summed.bytes()), (sum_of_text("abcd"), 4));
        assert_eq!(summed.sum(), sum_of(&b"abcd"[..]).unwrap());
    }
}
