//! SVG pictures, built element by element.
//!
//! Elements have a class and no colour. Colours are in the picture's [`Style`],
//! once for light and once for dark, as plain CSS: presentation programs
//! support classes, but neither variables nor media queries.
//!
//! ```
//! use ludex_report::svg::{Style, Svg, circle, text};
//!
//! const STYLE: Style = Style { name: "dots", rules: ".dot { fill: #c0392b; }\n" };
//! let mut svg = Svg::new(&STYLE, (40.0, 20.0), "A dot");
//! svg.add(circle("dot", 10.0, 10.0, 4.0)).add(text("", 20.0, 14.0, "a & b"));
//! assert_eq!(svg.to_string(), r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20" role="img">
//! <title>A dot</title>
//! <style>
//! .dot { fill: #c0392b; }
//! </style>
//! <rect class="ground" width="100%" height="100%"/>
//! <circle class="dot" cx="10.0" cy="10.0" r="4.0"/>
//! <text x="20.0" y="14.0">a &amp; b</text>
//! </svg>
//! "#);
//! ```

use std::fmt::{self, Display, Formatter, Write as _};

use crate::escape;

/// The style of one kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The kind of picture: a class that distinguishes pictures within a page.
    pub name: &'static str,
    /// CSS rules. The class `ground` is the background.
    pub rules: &'static str,
}

/// A picture of a given size.
///
/// Its [`Display`] is a complete SVG file; a [page](crate::Page) embeds it as
/// it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    style: Style,
    size: (f64, f64),
    title: String,
    body: String,
}

impl Svg {
    /// An empty picture; screen readers announce the title.
    ///
    /// ```
    /// use ludex_report::svg::{Style, Svg};
    ///
    /// let svg = Svg::new(&Style { name: "bare", rules: "" }, (300.0, 200.0), "Nothing");
    /// assert_eq!(svg.size(), (300.0, 200.0));
    /// ```
    pub fn new(style: &Style, size: (f64, f64), title: &str) -> Self {
        Self { style: *style, size, title: title.into(), body: String::new() }
    }

    /// Adds an element on top of the others.
    ///
    /// ```
    /// use ludex_report::svg::{Style, Svg, line};
    ///
    /// let mut svg = Svg::new(&Style { name: "bare", rules: "" }, (9.0, 9.0), "A stroke");
    /// svg.add(line("stroke", (1.0, 1.0), (8.0, 8.0)));
    /// assert!(svg.to_string().contains("<line class=\"stroke\""));
    /// ```
    pub fn add(&mut self, element: Element) -> &mut Self {
        let _ = writeln!(self.body, "{element}");
        self
    }

    /// Width and height.
    ///
    /// ```
    /// let svg = ludex_report::Plot::new("Empty").size(400.0, 250.0).to_svg();
    /// assert_eq!(svg.size(), (400.0, 250.0));
    /// ```
    pub fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The style.
    ///
    /// ```
    /// assert_eq!(ludex_report::Plot::new("Empty").to_svg().style().name, "plot");
    /// ```
    pub fn style(&self) -> &Style {
        &self.style
    }

    /// The picture as a part of a page that already has the style's rules,
    /// within `svg.NAME { … }`.
    ///
    /// ```
    /// let svg = ludex_report::Plot::new("Empty").to_svg();
    /// assert!(svg.to_inline().starts_with("<svg class=\"plot\""));
    /// ```
    pub fn to_inline(&self) -> String {
        // On a phone a picture shrinks to the width of the page, but only as
        // far as it stays readable.
        let width = self.size.0.min(INLINE_WIDTH_MIN);
        let attributes =
            format!("class=\"{}\" style=\"min-width: {width:.0}px\" ", self.style.name);
        self.write(&attributes, "")
    }

    fn write(&self, attributes: &str, style: &str) -> String {
        let ((width, height), title) = (self.size, escape(&self.title));
        format!(
            "<svg {attributes}viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<title>{title}</title>\n\
             {style}<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A plot 640 wide with letters of 12 pixels then still has letters of 8.
const INLINE_WIDTH_MIN: f64 = 430.0;

impl Display for Svg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let style = format!("<style>\n{}</style>\n", self.style.rules);
        f.write_str(&self.write("xmlns=\"http://www.w3.org/2000/svg\" ", &style))
    }
}

/// One element: a shape, a text, or a group of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
    next: String,
}

impl Element {
    /// An element without attributes. An empty class is left out.
    ///
    /// ```
    /// use ludex_report::svg::Element;
    ///
    /// let element = Element::new("ellipse", "egg").set("rx", 4).set("ry", 5.5);
    /// assert_eq!(element.to_string(), r#"<ellipse class="egg" rx="4" ry="5.5"/>"#);
    /// ```
    pub fn new(name: &'static str, class: &str) -> Self {
        let element =
            Self { name, attributes: String::new(), content: String::new(), next: String::new() };
        if class.is_empty() { element } else { element.set("class", class) }
    }

    /// Adds an attribute.
    ///
    /// ```
    /// let element = ludex_report::svg::path("edge", "M0 0h9").set("data-move", "a\"b");
    /// assert!(element.to_string().contains("data-move=\"a&quot;b\""));
    /// ```
    pub fn set(mut self, name: &str, value: impl Display) -> Self {
        let _ = write!(self.attributes, " {name}=\"{}\"", escape(&value.to_string()));
        self
    }

    /// Adds a coordinate or a length. A value that is not finite becomes 0: a
    /// picture that is wrong in one place is better than none.
    ///
    /// ```
    /// use ludex_report::svg::Element;
    ///
    /// let element = Element::new("rect", "").place("x", 1.25).place("y", f64::NAN);
    /// assert_eq!(element.to_string(), r#"<rect x="1.2" y="0.0"/>"#);
    /// ```
    pub fn place(self, name: &str, value: f64) -> Self {
        self.set(name, format_args!("{:.1}", finite(value)))
    }

    /// Sets the text content.
    ///
    /// ```
    /// use ludex_report::svg::Element;
    ///
    /// assert_eq!(Element::new("desc", "").text("a < b").to_string(), "<desc>a &lt; b</desc>");
    /// ```
    pub fn text(mut self, text: &str) -> Self {
        self.content.push_str(&escape(text));
        self
    }

    /// Adds a child element.
    ///
    /// ```
    /// use ludex_report::svg::{circle, group};
    ///
    /// let pair = group("pair").child(circle("", 1.0, 1.0, 1.0)).child(circle("", 4.0, 1.0, 1.0));
    /// assert_eq!(pair.to_string().matches("<circle").count(), 2);
    /// ```
    pub fn child(mut self, child: Element) -> Self {
        let _ = write!(self.content, "{child}");
        self
    }

    /// Adds another element right on top of it.
    ///
    /// ```
    /// use ludex_report::svg::{rect, text};
    ///
    /// let label = rect("halo", 0.0, 0.0, 9.0, 9.0).below(text("", 1.0, 8.0, "7"));
    /// assert!(label.to_string().ends_with("/><text x=\"1.0\" y=\"8.0\">7</text>"));
    /// ```
    pub fn below(mut self, next: Element) -> Self {
        let _ = write!(self.next, "{next}");
        self
    }

    /// Sets the tooltip.
    ///
    /// ```
    /// let dot = ludex_report::svg::circle("dot", 1.0, 2.0, 3.0).hint("71.5");
    /// assert!(dot.to_string().ends_with("<title>71.5</title></circle>"));
    /// ```
    pub fn hint(self, text: &str) -> Self {
        self.child(Element::new("title", "").text(text))
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, content, next } = self;
        match content.is_empty() {
            true => write!(f, "<{name}{attributes}/>{next}"),
            false => write!(f, "<{name}{attributes}>{content}</{name}>{next}"),
        }
    }
}

/// Text on a baseline.
///
/// ```
/// let text = ludex_report::svg::text("name", 1.0, 2.0, "x<y");
/// assert_eq!(text.to_string(), r#"<text class="name" x="1.0" y="2.0">x&lt;y</text>"#);
/// ```
pub fn text(class: &str, x: f64, y: f64, text: &str) -> Element {
    Element::new("text", class).place("x", x).place("y", y).text(text)
}

/// A straight line.
///
/// ```
/// let line = ludex_report::svg::line("grid", (0.0, 1.0), (2.0, 3.0));
/// assert_eq!(line.to_string(), r#"<line class="grid" x1="0.0" y1="1.0" x2="2.0" y2="3.0"/>"#);
/// ```
pub fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Element {
    Element::new("line", class)
        .place("x1", from.0)
        .place("y1", from.1)
        .place("x2", to.0)
        .place("y2", to.1)
}

/// A rectangle by its upper left corner. Negative sizes count as 0.
///
/// ```
/// let rect = ludex_report::svg::rect("bar", 1.0, 2.0, 3.0, -4.0);
/// assert_eq!(rect.to_string(), r#"<rect class="bar" x="1.0" y="2.0" width="3.0" height="0.0"/>"#);
/// ```
pub fn rect(class: &str, x: f64, y: f64, width: f64, height: f64) -> Element {
    Element::new("rect", class)
        .place("x", x)
        .place("y", y)
        .place("width", width.max(0.0))
        .place("height", height.max(0.0))
}

/// A circle around a point.
///
/// ```
/// let circle = ludex_report::svg::circle("dot", 1.0, 2.0, 3.0);
/// assert_eq!(circle.to_string(), r#"<circle class="dot" cx="1.0" cy="2.0" r="3.0"/>"#);
/// ```
pub fn circle(class: &str, x: f64, y: f64, radius: f64) -> Element {
    Element::new("circle", class).place("cx", x).place("cy", y).place("r", radius.max(0.0))
}

/// Any shape, in the language of SVG paths.
///
/// ```
/// let path = ludex_report::svg::path("edge", "M0 0L9 9");
/// assert_eq!(path.to_string(), r#"<path class="edge" d="M0 0L9 9"/>"#);
/// ```
pub fn path(class: &str, d: &str) -> Element {
    Element::new("path", class).set("d", d)
}

/// A line through points.
///
/// ```
/// let line = ludex_report::svg::polyline("line", &[(0.0, 0.0), (5.0, 2.5), (9.0, 1.0)]);
/// assert_eq!(line.to_string(), r#"<path class="line" d="M0.0 0.0L5.0 2.5L9.0 1.0"/>"#);
/// ```
pub fn polyline(class: &str, points: &[(f64, f64)]) -> Element {
    path(class, &through(points))
}

/// A filled polygon.
///
/// ```
/// let area = ludex_report::svg::polygon("tip", &[(0.0, 0.0), (5.0, 2.0), (0.0, 4.0)]);
/// assert_eq!(area.to_string(), r#"<path class="tip" d="M0.0 0.0L5.0 2.0L0.0 4.0z"/>"#);
/// ```
pub fn polygon(class: &str, corners: &[(f64, f64)]) -> Element {
    path(class, &format!("{}z", through(corners)))
}

/// A group of elements; fill it with [`Element::child`].
///
/// ```
/// use ludex_report::svg::{circle, group};
///
/// let group = group("pieces").child(circle("", 1.0, 1.0, 1.0));
/// assert!(group.to_string().starts_with(r#"<g class="pieces"><circle"#));
/// ```
pub fn group(class: &str) -> Element {
    Element::new("g", class)
}

/// Approximate width of a text in a font size.
///
/// Fonts cannot be measured here; this is the mean of common ones, with a small
/// margin.
///
/// ```
/// assert!(ludex_report::svg::text_width("wide text", 12.0) < 70.0);
/// ```
pub fn text_width(text: &str, font_size: f64) -> f64 {
    0.55 * font_size * text.chars().count() as f64
}

fn through(points: &[(f64, f64)]) -> String {
    let mut d = String::new();
    for (at, &(x, y)) in points.iter().enumerate() {
        let command = if at == 0 { 'M' } else { 'L' };
        let _ = write!(d, "{command}{:.1} {:.1}", finite(x), finite(y));
    }
    d
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}
