import DailyNotification
import SimulationCore

extension Device {
  mutating func taskBecameReady(_ serial: Int) {
    guard os.scheduler.becomeReady(serial) else { return }
    runReadyTask()
  }

  /// Runs the first task whose conditions hold; another one that is ready runs right after.
  mutating func runReadyTask() {
    guard let task = os.runnableTask else { return }
    launchTask(task)
    reconsiderTasks()
  }

  /// Asks for a look at the ready tasks after something has changed for them.
  mutating func reconsiderTasks() {
    switch os.parts {
    case .ios:
      os.followUse()
      if os.runnableTask != nil { os.schedule(.runReadyTask, at: os.now) }
    case .android: reconsiderAndroid()
    }
  }

  /// Launches the app in the background if it is not alive, and hands it the task.
  mutating func launchTask(_ identifier: String) {
    let (task, consumed) = os.scheduler.launch(identifier)
    os.cancel(consumed?.token)
    os.record(.task(.launched(task)))
    wakeInBackground()
    guard os.process.state.isAlive else { return }
    os.cancel(os.process.takeSuspension())
    let expiry = os.schedule(
      .taskExpires(run: task.number),
      at: os.now.advanced(byMilliseconds: TaskSchedulerMachine.Kind(of: identifier).runMilliseconds)
    )
    os.scheduler.attach(expiry, toRun: task.number)
    guard !os.otherCode.runs(identifier) else { return os.otherCode.launched(task) }
    withPlugin { plugin, os in plugin.taskLaunched(task, on: &os) }
  }

  /// The run's time is up: the app's expiration handler runs and has 5 s to complete the task.
  ///
  /// Source: Apple, BGTask.expirationHandler: a task without a handler is marked as complete and
  /// unsuccessful instead, as those of other code are. The length of the grace time is an
  /// assumption.
  /// Not modelled: expiration handlers of other code.
  mutating func expire(_ run: Int) {
    guard let task = os.scheduler.expire(run) else { return }
    os.record(.task(.expired(task)))
    if os.otherCode.runs(task.identifier) { return os.completeTask(task, success: false) }
    withPlugin { plugin, os in plugin.taskExpired(task, on: &os) }
    guard os.scheduler.isRunning(run) else { return }
    os.schedule(
      .taskOverdue(run: run),
      at: os.now.advanced(byMilliseconds: TaskSchedulerMachine.graceMilliseconds))
  }

  mutating func killIfOverdue(_ run: Int) {
    guard os.scheduler.isRunning(run) else { return }
    os.record(.process(.crashed(reason: "task \(run) was not completed after it expired")))
    endProcess(.system)
  }

  mutating func expireNow(_ run: TaskSchedulerMachine.Run) {
    os.cancel(run.expiry)
    expire(run.task.number)
  }
}
