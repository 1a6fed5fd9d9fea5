/// The C file that makes the schemas bytes of the program.
public enum SchemaShimSource {
  /// Where it stands in the project's folder.
  public static let path = "Sources/SchemaShim/SchemaShim.c"

  /// Its text.
  public static var text: String {
    let files = SchemaFile.all.map { file in
      let symbol = "schema_" + file.name.map { $0.isLetter ? String($0) : "_" }.joined()
      return (name: file.name, symbol: symbol, path: file.path)
    }
    let bytes = files.map { file in
      """
      static const unsigned char \(file.symbol)[] = {
      #embed "../../assets/schema/\(file.path)"
      };
      """
    }
    let rows = files.map { "    {\"\($0.name)\", \($0.symbol), sizeof \($0.symbol)}," }
    return """
      // Written by `make generate`.
      #include "SchemaShim.h"

      // `#embed` is part of C23; clang has it in every version of C.
      #pragma clang diagnostic ignored "-Wc23-extensions"

      \(bytes.joined(separator: "\n"))

      static const dnp_schema schemas[] = {
      \(rows.joined(separator: "\n"))
      };

      size_t dnp_schema_count(void) { return sizeof schemas / sizeof schemas[0]; }

      const dnp_schema *dnp_schema_at(size_t index) {
        return index < dnp_schema_count() ? &schemas[index] : NULL;
      }

      """
  }
}
