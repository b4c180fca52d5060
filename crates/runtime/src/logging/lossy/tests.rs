//! Tests of the log queue.

use super::*;

/// Accepts text while its gate is open, and counts the writes.
#[derive(Clone, Default)]
struct Out {
    text: Arc<Mutex<Vec<u8>>>,
    writes: Arc<AtomicUsize>,
    gate: Arc<Mutex<()>>,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _open = lock(&self.gate);
        self.writes.fetch_add(1, Ordering::SeqCst);
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

/// Long enough for any machine.
const EVER: Duration = Duration::from_secs(60);

fn log(lossy: &Lossy, line: impl AsRef<[u8]>) {
    lossy.make_writer().write_all(line.as_ref()).unwrap();
}

#[test]
fn lines_arrive_in_order_before_exit() {
    let (out, lost) = (Out::default(), Counter::default());
    let (lossy, last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    for number in 0..1_000 {
        log(&lossy, format!("line {number}\n"));
    }
    drop(last);
    let lines = out.lines();
    assert_eq!((lines.len(), lost.get()), (1_000, 0));
    assert_eq!(lines.last().map(String::as_str), Some("line 999"));
}

#[test]
fn threads_keep_line_order() {
    let (out, lost) = (Out::default(), Counter::default());
    let (lossy, last) = Lossy::new(out.clone(), lost).unwrap();
    let turn = AtomicUsize::new(0);
    thread::scope(|scope| {
        for own in 0..4 {
            let (lossy, turn) = (&lossy, &turn);
            scope.spawn(move || {
                for number in (own..400).step_by(4) {
                    while turn.load(Ordering::SeqCst) != number {
                        thread::yield_now();
                    }
                    log(lossy, format!("{number}\n"));
                    turn.store(number + 1, Ordering::SeqCst);
                }
            });
        }
    });
    drop(last);
    assert_eq!(out.lines(), (0..400).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[test]
fn lines_are_written_in_batches() {
    let out = Out::default();
    let (lossy, last) = Lossy::gathering(out.clone(), Counter::default(), EVER).unwrap();
    for number in 0..40 {
        log(&lossy, format!("line {number}\n"));
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(out.writes.load(Ordering::SeqCst), 0);
    drop(last);
    assert_eq!((out.writes.load(Ordering::SeqCst), out.lines().len()), (1, 40));
}

#[test]
fn single_line_is_written() {
    let out = Out::default();
    let (lossy, _last) = Lossy::new(out.clone(), Counter::default()).unwrap();
    log(&lossy, "warning\n");
    let begun = clock::monotonic();
    while out.lines().is_empty() && begun.elapsed() < EVER {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(out.lines(), ["warning"]);
}

#[test]
fn full_block_is_written_at_once() {
    let out = Out::default();
    let (lossy, last) = Lossy::gathering(out.clone(), Counter::default(), 2 * EVER).unwrap();
    let begun = clock::monotonic();
    for block in 1..=3 {
        (0..BLOCK / 1024).for_each(|_| log(&lossy, [b'x'; 1024]));
        while out.text.lock().unwrap().len() < block * BLOCK && begun.elapsed() < EVER {
            thread::yield_now();
        }
        assert_eq!(out.text.lock().unwrap().len(), block * BLOCK);
    }
    drop(last);
}

#[test]
fn unread_log_delays_no_caller() {
    let (out, lost) = (Out::default(), Counter::default());
    let (lossy, last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    let closed = out.gate.lock().unwrap();
    let line = "a line without any end in sight\n";
    let room = MOST_BYTES / (line.len() + size_of::<Line>());
    for _ in 0..3 * room {
        log(&lossy, line);
    }
    let kept = 3 * room - usize::try_from(lost.get()).unwrap();
    assert_eq!(kept, room);
    drop(closed);
    drop(last);
    assert_eq!(out.lines().len(), kept);
}

#[test]
fn long_lines_are_limited_by_bytes() {
    let (out, lost) = (Out::default(), Counter::default());
    let (lossy, _last) = Lossy::new(out.clone(), lost.clone()).unwrap();
    let _closed = out.gate.lock().unwrap();
    let line = vec![b'x'; 1 << 20];
    for _ in 0..10 {
        log(&lossy, &line);
    }
    assert_eq!(lost.get(), 7, "of ten mebibytes");
}

#[test]
fn written_lines_free_capacity() {
    let lost = Counter::default();
    let (lossy, _last) = Lossy::new(Out::default(), lost.clone()).unwrap();
    let line = vec![b'x'; 2 * BLOCK];
    for _ in 0..=MOST_BYTES / BLOCK {
        log(&lossy, &line);
        lossy.flush_within(EVER);
    }
    assert_eq!((lost.get(), lossy.0.waiting.load(Ordering::SeqCst)), (0, 0));
}
