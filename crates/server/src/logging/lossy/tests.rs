//! Tests of the queue before the log.

use std::sync::{Mutex, PoisonError};

use super::*;

/// Takes what is written once it may.
#[derive(Clone, Default)]
struct Out {
    text: Arc<Mutex<Vec<u8>>>,
    gate: Arc<Mutex<()>>,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _open = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.text.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Out {
    fn lines(&self) -> Vec<String> {
        String::from_utf8(self.text.lock().unwrap().clone()).unwrap().lines().map(str::to_owned).collect()
    }
}

#[test]
fn lines_arrive_in_their_order_before_the_end() {
    let (out, lost) = (Out::default(), Counter::default());
    let (mut log, last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    for number in 0..1_000 {
        log.write_all(format!("line {number}\n").as_bytes()).unwrap();
    }
    drop(last);
    let lines = out.lines();
    assert_eq!((lines.len(), lost.get()), (1_000, 0));
    assert_eq!(lines.last().map(String::as_str), Some("line 999"));
}

#[test]
fn nobody_waits_for_a_log_that_nobody_reads() {
    let (out, lost) = (Out::default(), Counter::default());
    let (mut log, last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    let closed = out.gate.lock().unwrap();
    for number in 0..3 * MOST_LINES {
        log.write_all(format!("line {number}\n").as_bytes()).unwrap();
    }
    // What the thread holds in its hand is beside the queue.
    let kept = 3 * MOST_LINES - usize::try_from(lost.get()).unwrap();
    assert!((MOST_LINES..2 * MOST_LINES).contains(&kept), "{kept}");
    drop(closed);
    drop(last);
    let lines = out.lines();
    assert_eq!(lines.first().map(String::as_str), Some("line 0"));
    assert!(lines.len() <= kept);
}

#[test]
fn long_lines_are_bounded_by_their_bytes() {
    let (out, lost) = (Out::default(), Counter::default());
    let (mut log, _last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    let _closed = out.gate.lock().unwrap();
    let line = vec![b'x'; 1 << 20];
    for _ in 0..10 {
        log.write_all(&line).unwrap();
    }
    assert!((5..=6).contains(&lost.get()), "{} of ten mebibytes are lost", lost.get());
}

#[test]
fn what_is_written_makes_room() {
    let lost = Counter::default();
    let (mut lossy, _last) = Lossy::new(Out::default(), lost.clone()).unwrap();
    let line = vec![b'x'; AT_ONCE];
    for _ in 0..=MOST_BYTES / AT_ONCE {
        lossy.write_all(&line).unwrap();
        let (mark, reached) = sync_channel(1);
        assert!(lossy.entries.send(Entry::Mark(mark)).is_ok());
        reached.recv().unwrap();
    }
    assert_eq!(lost.get(), 0);
}
