// The hold model on std::priority_queue: the peer of EventQueue. Prints millions of events a second.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

struct Event {
  int64_t instant;
  uint64_t sequence;
  int32_t payload;
};

struct Later {
  bool operator()(const Event &left, const Event &right) const {
    return left.instant != right.instant ? left.instant > right.instant
                                         : left.sequence > right.sequence;
  }
};

static uint64_t draw(uint64_t &state) {
  state += 0x9E3779B97F4A7C15ull;
  uint64_t word = state;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
  return word ^ (word >> 31);
}

int main(int count, char **arguments) {
  const int size = count > 1 ? atoi(arguments[1]) : 1000;
  const int rounds = count > 2 ? atoi(arguments[2]) : 5000000;
  std::priority_queue<Event, std::vector<Event>, Later> queue;
  uint64_t state = 1, sequence = 0;
  for (int i = 0; i < size; i++) queue.push({(int64_t)(draw(state) % 100000), sequence++, i});
  const auto start = std::chrono::steady_clock::now();
  int64_t sum = 0;
  for (int i = 0; i < rounds; i++) {
    Event event = queue.top();
    queue.pop();
    sum += event.payload;
    event.instant += (int64_t)(draw(state) % 100000);
    event.sequence = sequence++;
    queue.push(event);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  printf("%.3f %lld\n", rounds / elapsed.count() / 1e6, (long long)sum);
}
