//! Tests of the supervision of background tasks.

use std::future::{pending, ready};
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

use super::*;

struct Service {
    tasks: Tasks,
    fatal: Fatal,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
    stop: watch::Sender<bool>,
}

fn service() -> Service {
    let (stop, stopped) = watch::channel(false);
    let (status, metrics) = (Arc::new(Status::default()), Arc::new(Metrics::default()));
    let (mut tasks, fatal) =
        Tasks::new(Handle::current(), stopped, Arc::clone(&status), Arc::clone(&metrics));
    tasks.pause = Duration::ZERO;
    Service { tasks, fatal, status, metrics, stop }
}

#[expect(clippy::panic, reason = "the task breaks on purpose")]
async fn breaks() {
    panic!("on purpose");
}

#[tokio::test]
async fn broken_task_ends_the_process() {
    let Service { mut tasks, mut fatal, status, metrics, stop: _stop } = service();
    tasks.spawn("publisher", breaks());
    tasks.spawn("webhooks", pending());
    assert_eq!(fatal.recv().await, Some("publisher"));
    assert_eq!(status.ended_tasks(), ["publisher"]);
    assert!(metrics.text().contains("snow_background_tasks_ended_total{task=\"publisher\"} 1"));
}

#[tokio::test]
async fn returning_task_counts_as_broken() {
    let Service { mut tasks, mut fatal, stop: _stop, .. } = service();
    tasks.spawn("publisher", ready(()));
    assert_eq!(fatal.recv().await, Some("publisher"));
}

#[tokio::test]
async fn restartable_task_restarts() {
    let Service { mut tasks, mut fatal, status, metrics, stop } = service();
    let (made, again) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
    let (count, woken) = (Arc::clone(&made), Arc::clone(&again));
    tasks.again("prune", move || {
        let (nth, woken) = (count.fetch_add(1, Ordering::Relaxed), Arc::clone(&woken));
        async move {
            if nth < 2 {
                breaks().await;
            }
            woken.notify_one();
            pending::<()>().await;
        }
    });
    again.notified().await;
    assert_eq!(made.load(Ordering::Relaxed), 3);
    assert!(status.ended_tasks().is_empty(), "it is at work again");
    assert!(metrics.text().contains("snow_background_tasks_ended_total{task=\"prune\"} 2"));
    assert!(fatal.try_recv().is_err());
    drop(stop);
}

#[tokio::test]
async fn end_at_stop_is_not_reported() {
    let Service { mut tasks, mut fatal, status, stop, .. } = service();
    let mut stopped = tasks.stopped().clone();
    tasks.spawn("publisher", async move {
        let _ = stopped.changed().await;
    });
    tasks.once("backfill", ready(()));
    stop.send(true).unwrap();
    assert!(tasks.ended(Duration::from_secs(60)).await.is_empty());
    assert!(status.ended_tasks().is_empty());
    assert!(fatal.try_recv().is_err());
}

#[tokio::test]
async fn endless_task_is_not_awaited() {
    let Service { mut tasks, stop, .. } = service();
    tasks.spawn("publisher", pending());
    tasks.once("backfill", ready(()));
    stop.send(true).unwrap();
    assert_eq!(tasks.ended(Duration::from_millis(1)).await, ["publisher"]);
}
