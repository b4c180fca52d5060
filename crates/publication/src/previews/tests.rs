use super::*;

fn key(of: usize) -> Key {
    Sha256::digest(of.to_le_bytes()).into()
}

#[test]
fn recent_pictures_stay_cached() {
    let kept = RecentPictures::default();
    let picture = |of: usize| Arc::new(RenderedAnswer::new(vec![0; of], clock::now()));
    for of in 0..KEPT {
        kept.insert(key(of), Some(picture(of)));
    }
    assert!(kept.find(&key(0)).is_some(), "asked for, and so the latest");
    kept.insert(key(KEPT), None);
    assert!(kept.find(&key(1)).is_none() && kept.find(&key(0)).is_some());
    assert!(matches!(kept.find(&key(KEPT)), Some(None)), "known to be unwritable");
    kept.insert(key(KEPT), None);
    assert_eq!(kept.pictures.lock().unwrap().len(), KEPT);
}

#[tokio::test]
async fn third_uncached_picture_is_busy() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\"/>".to_owned();
    let previews = match Previews::new(None, "Snow") {
        Ok(previews) => Previews { patience: Duration::ZERO, ..previews },
        Err(error) => return eprintln!("NOT TRIED, pictures: {error}"),
    };
    let first = previews.picture(svg.clone()).await.unwrap();
    let turns = [previews.turns.try_acquire().unwrap(), previews.turns.try_acquire().unwrap()];
    let busy = previews.picture(svg.replace("/>", "><g/></svg>")).await;
    assert!(matches!(busy, Err(PreviewError::Busy)));
    assert!(Arc::ptr_eq(&first, &previews.picture(svg.clone()).await.unwrap()));
    drop(turns);
    let broken = previews.picture("<svg".to_owned()).await;
    assert!(matches!(broken, Err(PreviewError::Failed(_))));
}
