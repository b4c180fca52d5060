//! Tests of the simulated pictures with the readers of the real ones.

use pictures::{LinkResponse, LinkState, LinkTarget, PicturePolicy, Search, assess};
use sources::commons::{self, Commons, File};

use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn ask(world: &World, path: &str) -> SimResponse {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    handle(world, path, query, NOW).unwrap()
}

/// Returns the results of a whole search: photos, rejected, others.
fn found(world: &World) -> (usize, u32, u32) {
    let search = Search::Around(4_000);
    let mut files: Vec<File> = Vec::new();
    let mut goes_on = Vec::new();
    for _ in 0..5 {
        let answer = ask(world, &Commons::path(&search, 46.0, 7.7, &goes_on));
        let part = commons::read(&answer.body).unwrap();
        for file in part.files {
            match files.iter().position(|known| known.id == file.id) {
                Some(at) => files[at] = files[at].clone().merge(file),
                None => files.push(file),
            }
        }
        goes_on = part.goes_on;
        if goes_on.is_empty() {
            break;
        }
    }
    let gallery = commons::gallery(&files, search, &PicturePolicy::DEFAULT, NOW);
    assert!(gallery.photos.iter().all(|photo| photo.title.contains("Synthetic")));
    (gallery.photos.len(), gallery.refused, gallery.others)
}

#[test]
fn search_is_read_like_a_real_one() {
    assert_eq!(found(&World::default()), (2, 1, 1));
    let pictures = PictureFaults { licence_changed_at: Some(NOW) };
    assert_eq!(found(&World { pictures, ..World::default() }), (1, 2, 1));
}

#[test]
fn links_have_the_faults_of_real_ones() {
    let world = World::default();
    let state = |path: &str| {
        let answer = ask(&world, path);
        let header = |name: &str| {
            answer.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
        };
        let length = header("Content-Range").and_then(|range| range.rsplit('/').next()?.parse().ok());
        let heard =
            LinkResponse { status: answer.status, media: header("Content-Type"), length, head: &answer.body };
        let meant = if path.ends_with("png") { LinkTarget::Still } else { LinkTarget::Page };
        assess(meant, &heard, &PicturePolicy::DEFAULT).state
    };
    for (path, expected) in [
        ("/cams.example/base.png", LinkState::Working),
        ("/resort.example/webcams", LinkState::Working),
        ("/cams.example/missing.png", LinkState::Missing),
        ("/cams.example/gone.png", LinkState::Failing),
        ("/cams.example/page.png", LinkState::NotAPicture),
        ("/cams.example/moving.png", LinkState::Moving),
        ("/cams.example/huge.png", LinkState::TooLarge),
        ("/cams.example/circle.png", LinkState::Redirects),
    ] {
        assert_eq!(state(path), expected, "{path}");
    }
    assert_eq!(handle(&world, "/stations.json", "", NOW), None);
}

#[test]
fn a_camera_serves_a_still_that_reads() {
    let answer = ask(&World::default(), "/cameras/alta.png");
    let still = Still::read(&answer.body, pictures::reels::Bounds::USUAL).unwrap();
    assert_eq!((still.width, still.height), SIZE);
}
