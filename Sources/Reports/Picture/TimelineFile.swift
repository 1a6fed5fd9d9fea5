public import Scenarios

/// The chart of a run as a file of its own, with the style and the shapes of the page.
public enum TimelineFile {
  /// An SVG document; light or dark as the viewer wants it.
  public static func svg(_ result: ScenarioResult) -> String {
    let picture = TimelinePicture(result)
    let width = SVG.length(TimelinePicture.width)
    let height = SVG.length(picture.height)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)">
      <style>
      \(XMLText.escaped(HTMLStyle.text))svg{background:var(--bg)}
      </style>
      \(SVG.Shape.definitions)\(picture.text(label: "What happened when in \(result.name)"))</svg>

      """
  }
}
