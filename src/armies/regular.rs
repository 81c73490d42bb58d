//! Files that end: a pipe, a device or a socket is refused at once, because reading it would wait for data, perhaps for
//! ever.

use battle_odds_words::shown;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Opens a file for reading; symbolic links are followed.
///
/// # Errors
/// It cannot be read, or is not a regular file, with a message of its own.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked before opening: opening a pipe without a writer would already block.
    is_regular(&path.metadata()?)?;
    let file = File::open(path)?;
    is_regular(&file.metadata()?)?;
    Ok(file)
}

fn is_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let kind = if metadata.is_dir() { io::ErrorKind::IsADirectory } else { io::ErrorKind::InvalidInput };
    Err(io::Error::new(kind, text!("this is {what}, not a file", what = shown(what(metadata)))))
}

#[cfg(unix)]
fn what(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    match () {
        () if kind.is_dir() => mark!("a folder"),
        () if kind.is_fifo() => mark!("a pipe"),
        () if kind.is_socket() => mark!("a socket"),
        () if kind.is_char_device() || kind.is_block_device() => mark!("a device"),
        () => mark!("something else"),
    }
}

#[cfg(not(unix))]
fn what(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() { mark!("a folder") } else { mark!("something else") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(open(folder.path()).unwrap_err().to_string(), "this is a folder, not a file");
        let file = folder.path().join("a");
        assert_eq!(open(&file).unwrap_err().kind(), io::ErrorKind::NotFound);
        std::fs::write(&file, "").unwrap();
        assert!(open(&file).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_sockets_are_no_files_through_links_neither() {
        let folder = tempfile::tempdir().unwrap();
        let (socket, link) = (folder.path().join("a"), folder.path().join("b"));
        let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink(&socket, &link).unwrap();
        assert_eq!(open(&link).unwrap_err().to_string(), "this is a socket, not a file");
        assert_eq!(open(Path::new("/dev/zero")).unwrap_err().to_string(), "this is a device, not a file");
    }
}
