import JSONText

extension ScenarioResult {
  /// The result without the given texts, and without secrets by their shape, in whatever it tells.
  func redacting(_ secrets: SecretTexts) -> ScenarioResult {
    let clean = secrets.cleaned
    var result = self
    result.name = clean(name)
    // A path has to lead to the file.
    result.path = secrets.withoutTexts(path)
    result.summary = clean(summary)
    result.tags = tags.map(clean)
    result.skipReason = skipReason.map(clean)
    result.steps = steps.map { $0.redacting(secrets) }
    for index in lines.indices { result.lines[index].text = clean(lines[index].text) }
    for index in violations.indices {
      result.violations[index].message = clean(violations[index].message)
    }
    for index in earlierAttempts.indices {
      result.earlierAttempts[index].failures = earlierAttempts[index].failures.map(clean)
    }
    result.snapshot = snapshot.mappingTexts(clean)
    result.occurrences = occurrences.mappingNames(clean)
    result.timeline = timeline.mappingTexts(clean)
    return result
  }
}

extension StepResult {
  /// The step without the given texts, and without secrets by their shape, in whatever it tells.
  func redacting(_ secrets: SecretTexts) -> StepResult {
    let clean = secrets.cleaned
    var step = self
    step.title = clean(title)
    step.text = clean(text)
    step.includedFrom = includedFrom.map(secrets.withoutTexts)
    step.skipReason = skipReason.map(clean)
    step.failure?.redact(secrets)
    step.reply = reply?.mappingTexts(clean)
    if let judgement {
      step.judgement = Judgement(verdict: judgement.verdict, note: clean(judgement.note))
    }
    return step
  }
}

extension StepFailure {
  fileprivate mutating func redact(_ secrets: SecretTexts) {
    let clean = secrets.cleaned
    expected = clean(expected)
    found = clean(found)
    if let line = excerpt, secrets.hides(line: line.text) { excerpt = nil }
    for index in others.indices {
      if let line = others[index].excerpt, secrets.hides(line: line.text) {
        others[index].excerpt = nil
      }
      others[index].expected = clean(others[index].expected)
      others[index].found = clean(others[index].found)
    }
    lastRecords = lastRecords.map(clean)
  }
}

extension JSONValue {
  /// The value with every string changed, but no key.
  fileprivate func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let items): .array(items.map { $0.mappingTexts(change) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, $0.value.mappingTexts(change)) }))
    case .null, .bool, .integer, .number: self
    }
  }
}
