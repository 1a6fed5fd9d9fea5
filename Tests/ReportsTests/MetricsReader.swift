import JSONText
import ProgramSupport

/// Debian's python3-prometheus-client, which parses metrics like a Prometheus server.
enum MetricsReader {
  private static let python = Result { try Python(with: "prometheus_client") }

  /// The families on a page; throws if the package is missing or cannot parse the page.
  static func families(_ text: String, format: String) throws -> [JSONValue] {
    let folder = try TemporaryFolder()
    let families = try python.get().json(
      ofScript: "Tests/ReportsTests/parse_metrics.py",
      [format, try folder.write("metrics", text)])
    return families.arrayValue ?? []
  }
}
