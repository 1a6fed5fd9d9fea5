import DailyNotification
import JSONText
import SchemaSupport
import Testing

@Suite(
  "The independent validator",
  .enabled(if: IndependentValidator.python != nil, "needs python3 with jsonschema"))
struct IndependentValidatorTests {
  private let directory: SchemaDirectory

  init() throws { directory = try SchemaDirectory.project.get() }

  private func judge(_ documents: [SampleRun.Document]) throws -> IndependentValidator.Verdicts {
    try IndependentValidator.judge(
      documents.map { (schema: .string($0.schema), document: $0.value) }, directory)
  }

  @Test("finds the schemas valid, and every reply and log event of a long run, too")
  func sound() throws {
    let documents = try SampleRun.documents()
    #expect(documents.count > 2_000)
    let verdicts = try judge(documents)
    #expect(verdicts.faults == [])
    #expect(verdicts.isValid.count == documents.count)
    for (document, isValid) in zip(documents, verdicts.isValid) where !isValid {
      Issue.record("\(document.schema): \(document.value.canonicalText)")
    }
  }

  @Test("refuses broken documents")
  func broken() throws {
    let verdicts = try judge(BrokenDocuments.all)
    #expect(verdicts.isValid.count == BrokenDocuments.all.count)
    for (document, isValid) in zip(BrokenDocuments.all, verdicts.isValid) where isValid {
      Issue.record("\(document.schema): \(document.value.canonicalText)")
    }
  }

  @Test("agrees with ours on every keyword")
  func keywords() throws {
    let rows = KeywordTable.rows.flatMap { row in
      row.valid.map { (schema: row.schema, document: $0, isValid: true) }
        + row.invalid.map { (schema: row.schema, document: $0, isValid: false) }
    }
    let verdicts = try IndependentValidator.judge(
      rows.map { (schema: $0.schema, document: $0.document) }, directory)
    #expect(verdicts.isValid.count == rows.count)
    for (row, isValid) in zip(rows, verdicts.isValid) where row.isValid != isValid {
      Issue.record("\(row.schema.canonicalText) \(row.document.canonicalText)")
    }
  }
}
