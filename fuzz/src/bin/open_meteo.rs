//! Fuzzes an answer of Open-Meteo to a call for three places, both halves, merged; and one of the archive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sources::open_meteo::{Call, Config, Place, merge, plan};

fuzz_target!(|bytes: &[u8]| {
    let Ok(config) = Config::new(None, None, &["gfs_seamless", "icon_seamless"], &["gfs_seamless"]) else { return };
    let place = |lat, lon| Place { id: String::new(), lat, lon, elevation_m: Some(2_000.0) };
    let places = [place(39.6, -106.5), place(46.8, 9.8), place(-45.0, 179.9)];
    let Some(batch) = plan(&config, &places).batches.pop() else { return };
    let read = |call: &Call| call.read(bytes);
    let core = read(&batch.core);
    if let Ok(core) = core {
        assert_eq!(core.locations.len(), places.len());
        let context = batch.context.as_ref().map(read);
        assert_eq!(merge(core, context).len(), places.len());
    }
});
