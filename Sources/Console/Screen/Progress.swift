/// How far something is that takes a while.
struct Progress: Hashable {
  let percent: Int
  let words: String
}
