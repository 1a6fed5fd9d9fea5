import DailyNotification

/// What the person does with a system dialog.
extension Device {
  /// Presses a button of the dialog in front.
  mutating func answerDialog(_ isAllowed: Bool) {
    switch os.dialog {
    case .permission: answerPermissionDialog(isAllowed)
    case .batteryExemption:
      os.record(.android(.exemptionAnswered(isAllowed: isAllowed)))
      if isAllowed { os.android.install.setExempt(true) }
      closeExemptionDialog()
    case nil: break
    }
  }

  private mutating func answerPermissionDialog(_ isAllowed: Bool) {
    guard os.authorizationMachine.answer(isAllowed: isAllowed) else { return }
    os.record(.authorization(.dialogAnswered(isAllowed: isAllowed)))
    if !isAllowed { os.permissionDenied() }
    permissionDialogClosed()
  }

  /// The person swipes the dialog in front away, goes back or touches beside it.
  ///
  /// Source: Android, "Notification runtime permission": without a choice the permission's state
  /// does not change; the request of the app ends without it being granted. AOSP, Settings,
  /// RequestIgnoreBatteryOptimizations: a dialog that goes without "Allow" changes nothing.
  mutating func dismissDialog() {
    switch os.dialog {
    case .permission:
      guard os.authorizationMachine.dismiss() else { return }
      os.record(.authorization(.dialogDismissed))
      permissionDialogClosed()
    case .batteryExemption:
      os.record(.android(.exemptionDismissed))
      closeExemptionDialog()
    case nil: break
    }
  }

  private mutating func permissionDialogClosed() {
    os.permissionDialogClosed()
    dialogClosed()
  }

  private mutating func closeExemptionDialog() {
    os.android.install.closeExemptionDialog()
    dialogClosed()
  }

  /// The app is told of answers when nothing covers it any more.
  private mutating func dialogClosed() {
    guard os.dialog == nil else { return }
    os.process.cover(false)
    if os.process.state.canRunCode { resumeHeld() }
  }
}

extension OperatingSystem {
  fileprivate mutating func permissionDenied() {
    switch parts {
    case .ios: break
    case .android: android.denials += 1
    }
  }

  fileprivate mutating func permissionDialogClosed() {
    switch parts {
    case .ios: break
    case .android: android.install.permissionDialogChanged(isShown: false)
    }
  }
}
