import JSONText
import ProgramSupport

/// Debian's python3-prometheus-client, which reads metrics as a Prometheus server does.
enum MetricsReader {
  private static let python = Result { try Python(with: "prometheus_client") }

  /// The families that a page holds; throws where there is no reader or it does not read the page.
  static func families(_ text: String, format: String) throws -> [JSONValue] {
    let folder = try TemporaryFolder()
    let families = try python.get().json(
      ofScript: "Tests/ReportsTests/parse_metrics.py",
      [format, try folder.write("metrics", text)])
    return families.arrayValue ?? []
  }
}
