//! The result of reading a cell that may contain a misprint.

/// A value read, and whether it had to be corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// The value.
    pub value: T,
    /// Whether there was a misprint with one meaning.
    pub mended: bool,
}

impl<T> Read<T> {
    /// A value read as written.
    pub fn fair(value: T) -> Read<T> {
        Read { value, mended: false }
    }

    /// A corrected value.
    pub fn mended(value: T) -> Read<T> {
        Read { value, mended: true }
    }

    /// The same with another value.
    pub fn map<U>(self, with: impl FnOnce(T) -> U) -> Read<U> {
        Read { value: with(self.value), mended: self.mended }
    }
}
