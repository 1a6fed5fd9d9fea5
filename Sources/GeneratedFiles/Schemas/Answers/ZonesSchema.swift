/// What `dnp zones` writes as JSON.
enum ZonesSchema {
  static let file = SchemaFile(
    "zones", "Transitions of time zones",
    "What `dnp zones --format json` prints.",
    .object([
      "tzDataVersion": .filled.about("The version of the time zone data, such as 2025b."),
      "from": .integer(1970...2100).about("The first year."),
      "to": .integer(1970...2100).about("The last year."),
      "zones": .list(
        .object([
          "zone": .filled.about("The IANA zone."),
          "transitions": .list(
            .object([
              "utc": .string(matching: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
                .about("The first instant with the new offset, in UTC."),
              "epochMilliseconds": .integer.about(
                "The same instant, in milliseconds since the Unix epoch."),
              "offsetBefore": .integer.about("Seconds east of UTC until then."),
              "offsetAfter": .integer.about("Seconds east of UTC from then on."),
            ])
          ).about("The changes of its offset in these years, in their order."),
        ])
      ).about("In the order in which they were named."),
    ]))
}
