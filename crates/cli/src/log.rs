//! The log of commands that run for long.

use std::fmt::{self, Write as _};
use std::io::IsTerminal;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// Has the log written to standard error, as much of it as `RUST_LOG` wants, or else the
/// usual level: as text, or as a JSON object a line.
pub fn begin(usual: &str, is_json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Where there is one already, it does as well.
    let _ = match is_json {
        true => log.with_ansi(false).event_format(JsonLines).try_init(),
        false => log.with_ansi(std::io::stderr().is_terminal()).try_init(),
    };
}

/// The log as JSON: `time`, `level`, `message`, the fields of the event, and `within`, the
/// request or match that it belongs to.
struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let Fields(mut line) = fields;
        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        line.insert("time".into(), time.into());
        line.insert("level".into(), event.metadata().level().as_str().into());
        let mut within = String::new();
        for span in context.event_scope().into_iter().flat_map(|scope| scope.from_root()) {
            let separator = if within.is_empty() { "" } else { ":" };
            write!(within, "{separator}{}", span.name())?;
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>() {
                write!(within, "{{{fields}}}")?;
            }
        }
        if !within.is_empty() {
            line.insert("within".into(), within.into());
        }
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// The fields of an event, as JSON.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().into(), value.into());
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_log_can_be_read_by_programs() {
        let lines = Lines::default();
        let writer = lines.clone();
        let log = tracing_subscriber::fmt().with_ansi(false).event_format(JsonLines);
        let log = log.with_writer(move || writer.clone()).finish();
        tracing::subscriber::with_default(log, || {
            let _span = tracing::info_span!("match", id = "m1").entered();
            let (mv, nothing) = ("(mark \"1\" 1)", None::<u64>);
            tracing::info!(mv, ply = 3_usize, value = 62.5, proven = false, nothing, "a move");
        });
        let text = String::from_utf8(lines.0.lock().expect("no panic").clone()).expect("text");
        assert_eq!(text.lines().count(), 1, "{text}");
        let line: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(line["message"], "a move");
        assert_eq!(line["mv"], "(mark \"1\" 1)");
        assert_eq!((&line["ply"], &line["value"]), (&3.into(), &62.5.into()));
        assert_eq!((&line["proven"], &line["level"]), (&false.into(), &"INFO".into()));
        assert_eq!(line["within"], "match{id=\"m1\"}");
        assert!(line.get("nothing").is_none() && line["time"].is_string());
    }
}
