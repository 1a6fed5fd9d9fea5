// Written by `make generate`.
#include "SchemaShim.h"

// `#embed` is part of C23; clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema_bridge[] = {
#embed "../../assets/schema/bridge.schema.json"
};
static const unsigned char schema_diff[] = {
#embed "../../assets/schema/diff.schema.json"
};
static const unsigned char schema_jwt_decode[] = {
#embed "../../assets/schema/jwt-decode.schema.json"
};
static const unsigned char schema_jwt_verify[] = {
#embed "../../assets/schema/jwt-verify.schema.json"
};
static const unsigned char schema_lint[] = {
#embed "../../assets/schema/lint.schema.json"
};
static const unsigned char schema_log_event[] = {
#embed "../../assets/schema/log-event.schema.json"
};
static const unsigned char schema_log_profile[] = {
#embed "../../assets/schema/log-profile.schema.json"
};
static const unsigned char schema_parity[] = {
#embed "../../assets/schema/parity.schema.json"
};
static const unsigned char schema_plugin_types[] = {
#embed "../../assets/schema/plugin-types.schema.json"
};
static const unsigned char schema_record[] = {
#embed "../../assets/schema/record.schema.json"
};
static const unsigned char schema_rejection[] = {
#embed "../../assets/schema/rejection.schema.json"
};
static const unsigned char schema_run_summary[] = {
#embed "../../assets/schema/run-summary.schema.json"
};
static const unsigned char schema_scenario[] = {
#embed "../../assets/schema/scenario.schema.json"
};
static const unsigned char schema_scenario_part[] = {
#embed "../../assets/schema/scenario-part.schema.json"
};
static const unsigned char schema_session[] = {
#embed "../../assets/schema/session.schema.json"
};
static const unsigned char schema_sessions[] = {
#embed "../../assets/schema/sessions.schema.json"
};
static const unsigned char schema_sessions_show[] = {
#embed "../../assets/schema/sessions-show.schema.json"
};
static const unsigned char schema_validate_logs[] = {
#embed "../../assets/schema/validate-logs.schema.json"
};
static const unsigned char schema_when[] = {
#embed "../../assets/schema/when.schema.json"
};
static const unsigned char schema_why[] = {
#embed "../../assets/schema/why.schema.json"
};
static const unsigned char schema_zones[] = {
#embed "../../assets/schema/zones.schema.json"
};
static const unsigned char schema_plugin_cancelAllNotifications[] = {
#embed "../../assets/schema/plugin/cancelAllNotifications.schema.json"
};
static const unsigned char schema_plugin_cancelDailyReminder[] = {
#embed "../../assets/schema/plugin/cancelDailyReminder.schema.json"
};
static const unsigned char schema_plugin_cancelDualSchedule[] = {
#embed "../../assets/schema/plugin/cancelDualSchedule.schema.json"
};
static const unsigned char schema_plugin_checkPermissionStatus[] = {
#embed "../../assets/schema/plugin/checkPermissionStatus.schema.json"
};
static const unsigned char schema_plugin_checkStatus[] = {
#embed "../../assets/schema/plugin/checkStatus.schema.json"
};
static const unsigned char schema_plugin_clearCacheForNewIdentity[] = {
#embed "../../assets/schema/plugin/clearCacheForNewIdentity.schema.json"
};
static const unsigned char schema_plugin_clearContentCache[] = {
#embed "../../assets/schema/plugin/clearContentCache.schema.json"
};
static const unsigned char schema_plugin_configure[] = {
#embed "../../assets/schema/plugin/configure.schema.json"
};
static const unsigned char schema_plugin_configureNativeFetcher[] = {
#embed "../../assets/schema/plugin/configureNativeFetcher.schema.json"
};
static const unsigned char schema_plugin_coordinateBackgroundTasks[] = {
#embed "../../assets/schema/plugin/coordinateBackgroundTasks.schema.json"
};
static const unsigned char schema_plugin_createSchedule[] = {
#embed "../../assets/schema/plugin/createSchedule.schema.json"
};
static const unsigned char schema_plugin_getBatteryStatus[] = {
#embed "../../assets/schema/plugin/getBatteryStatus.schema.json"
};
static const unsigned char schema_plugin_getContentCache[] = {
#embed "../../assets/schema/plugin/getContentCache.schema.json"
};
static const unsigned char schema_plugin_getContentHistory[] = {
#embed "../../assets/schema/plugin/getContentHistory.schema.json"
};
static const unsigned char schema_plugin_getCoordinationStatus[] = {
#embed "../../assets/schema/plugin/getCoordinationStatus.schema.json"
};
static const unsigned char schema_plugin_getDualScheduleStatus[] = {
#embed "../../assets/schema/plugin/getDualScheduleStatus.schema.json"
};
static const unsigned char schema_plugin_getExactAlarmStatus[] = {
#embed "../../assets/schema/plugin/getExactAlarmStatus.schema.json"
};
static const unsigned char schema_plugin_getLastNotification[] = {
#embed "../../assets/schema/plugin/getLastNotification.schema.json"
};
static const unsigned char schema_plugin_getLatestContentCache[] = {
#embed "../../assets/schema/plugin/getLatestContentCache.schema.json"
};
static const unsigned char schema_plugin_getNextAlarmTime[] = {
#embed "../../assets/schema/plugin/getNextAlarmTime.schema.json"
};
static const unsigned char schema_plugin_getNotificationStatus[] = {
#embed "../../assets/schema/plugin/getNotificationStatus.schema.json"
};
static const unsigned char schema_plugin_getPowerState[] = {
#embed "../../assets/schema/plugin/getPowerState.schema.json"
};
static const unsigned char schema_plugin_getRebootRecoveryStatus[] = {
#embed "../../assets/schema/plugin/getRebootRecoveryStatus.schema.json"
};
static const unsigned char schema_plugin_getRegisteredCallbacks[] = {
#embed "../../assets/schema/plugin/getRegisteredCallbacks.schema.json"
};
static const unsigned char schema_plugin_getRollingWindowStats[] = {
#embed "../../assets/schema/plugin/getRollingWindowStats.schema.json"
};
static const unsigned char schema_plugin_getScheduledReminders[] = {
#embed "../../assets/schema/plugin/getScheduledReminders.schema.json"
};
static const unsigned char schema_plugin_getSchedules[] = {
#embed "../../assets/schema/plugin/getSchedules.schema.json"
};
static const unsigned char schema_plugin_getStarredPlans[] = {
#embed "../../assets/schema/plugin/getStarredPlans.schema.json"
};
static const unsigned char schema_plugin_handleAppLifecycleEvent[] = {
#embed "../../assets/schema/plugin/handleAppLifecycleEvent.schema.json"
};
static const unsigned char schema_plugin_isAlarmScheduled[] = {
#embed "../../assets/schema/plugin/isAlarmScheduled.schema.json"
};
static const unsigned char schema_plugin_isChannelEnabled[] = {
#embed "../../assets/schema/plugin/isChannelEnabled.schema.json"
};
static const unsigned char schema_plugin_maintainRollingWindow[] = {
#embed "../../assets/schema/plugin/maintainRollingWindow.schema.json"
};
static const unsigned char schema_plugin_openChannelSettings[] = {
#embed "../../assets/schema/plugin/openChannelSettings.schema.json"
};
static const unsigned char schema_plugin_openExactAlarmSettings[] = {
#embed "../../assets/schema/plugin/openExactAlarmSettings.schema.json"
};
static const unsigned char schema_plugin_pauseDualSchedule[] = {
#embed "../../assets/schema/plugin/pauseDualSchedule.schema.json"
};
static const unsigned char schema_plugin_refreshAuthenticationForNewIdentity[] = {
#embed "../../assets/schema/plugin/refreshAuthenticationForNewIdentity.schema.json"
};
static const unsigned char schema_plugin_registerCallback[] = {
#embed "../../assets/schema/plugin/registerCallback.schema.json"
};
static const unsigned char schema_plugin_requestBatteryOptimizationExemption[] = {
#embed "../../assets/schema/plugin/requestBatteryOptimizationExemption.schema.json"
};
static const unsigned char schema_plugin_requestExactAlarmPermission[] = {
#embed "../../assets/schema/plugin/requestExactAlarmPermission.schema.json"
};
static const unsigned char schema_plugin_requestNotificationPermissions[] = {
#embed "../../assets/schema/plugin/requestNotificationPermissions.schema.json"
};
static const unsigned char schema_plugin_requestPermissions[] = {
#embed "../../assets/schema/plugin/requestPermissions.schema.json"
};
static const unsigned char schema_plugin_resumeDualSchedule[] = {
#embed "../../assets/schema/plugin/resumeDualSchedule.schema.json"
};
static const unsigned char schema_plugin_scheduleContentFetch[] = {
#embed "../../assets/schema/plugin/scheduleContentFetch.schema.json"
};
static const unsigned char schema_plugin_scheduleDailyNotification[] = {
#embed "../../assets/schema/plugin/scheduleDailyNotification.schema.json"
};
static const unsigned char schema_plugin_scheduleDailyReminder[] = {
#embed "../../assets/schema/plugin/scheduleDailyReminder.schema.json"
};
static const unsigned char schema_plugin_scheduleDualNotification[] = {
#embed "../../assets/schema/plugin/scheduleDualNotification.schema.json"
};
static const unsigned char schema_plugin_scheduleUserNotification[] = {
#embed "../../assets/schema/plugin/scheduleUserNotification.schema.json"
};
static const unsigned char schema_plugin_setActiveDidFromHost[] = {
#embed "../../assets/schema/plugin/setActiveDidFromHost.schema.json"
};
static const unsigned char schema_plugin_setAdaptiveScheduling[] = {
#embed "../../assets/schema/plugin/setAdaptiveScheduling.schema.json"
};
static const unsigned char schema_plugin_skipNext[] = {
#embed "../../assets/schema/plugin/skipNext.schema.json"
};
static const unsigned char schema_plugin_testEndorserAPI[] = {
#embed "../../assets/schema/plugin/testEndorserAPI.schema.json"
};
static const unsigned char schema_plugin_testJWTGeneration[] = {
#embed "../../assets/schema/plugin/testJWTGeneration.schema.json"
};
static const unsigned char schema_plugin_undoSkip[] = {
#embed "../../assets/schema/plugin/undoSkip.schema.json"
};
static const unsigned char schema_plugin_unregisterCallback[] = {
#embed "../../assets/schema/plugin/unregisterCallback.schema.json"
};
static const unsigned char schema_plugin_updateBackgroundTaskIdentity[] = {
#embed "../../assets/schema/plugin/updateBackgroundTaskIdentity.schema.json"
};
static const unsigned char schema_plugin_updateDailyReminder[] = {
#embed "../../assets/schema/plugin/updateDailyReminder.schema.json"
};
static const unsigned char schema_plugin_updateDualScheduleConfig[] = {
#embed "../../assets/schema/plugin/updateDualScheduleConfig.schema.json"
};
static const unsigned char schema_plugin_updateSettings[] = {
#embed "../../assets/schema/plugin/updateSettings.schema.json"
};
static const unsigned char schema_plugin_updateStarredPlans[] = {
#embed "../../assets/schema/plugin/updateStarredPlans.schema.json"
};

static const dnp_schema schemas[] = {
    {"bridge", schema_bridge, sizeof schema_bridge},
    {"diff", schema_diff, sizeof schema_diff},
    {"jwt-decode", schema_jwt_decode, sizeof schema_jwt_decode},
    {"jwt-verify", schema_jwt_verify, sizeof schema_jwt_verify},
    {"lint", schema_lint, sizeof schema_lint},
    {"log-event", schema_log_event, sizeof schema_log_event},
    {"log-profile", schema_log_profile, sizeof schema_log_profile},
    {"parity", schema_parity, sizeof schema_parity},
    {"plugin-types", schema_plugin_types, sizeof schema_plugin_types},
    {"record", schema_record, sizeof schema_record},
    {"rejection", schema_rejection, sizeof schema_rejection},
    {"run-summary", schema_run_summary, sizeof schema_run_summary},
    {"scenario", schema_scenario, sizeof schema_scenario},
    {"scenario-part", schema_scenario_part, sizeof schema_scenario_part},
    {"session", schema_session, sizeof schema_session},
    {"sessions", schema_sessions, sizeof schema_sessions},
    {"sessions-show", schema_sessions_show, sizeof schema_sessions_show},
    {"validate-logs", schema_validate_logs, sizeof schema_validate_logs},
    {"when", schema_when, sizeof schema_when},
    {"why", schema_why, sizeof schema_why},
    {"zones", schema_zones, sizeof schema_zones},
    {"plugin/cancelAllNotifications", schema_plugin_cancelAllNotifications, sizeof schema_plugin_cancelAllNotifications},
    {"plugin/cancelDailyReminder", schema_plugin_cancelDailyReminder, sizeof schema_plugin_cancelDailyReminder},
    {"plugin/cancelDualSchedule", schema_plugin_cancelDualSchedule, sizeof schema_plugin_cancelDualSchedule},
    {"plugin/checkPermissionStatus", schema_plugin_checkPermissionStatus, sizeof schema_plugin_checkPermissionStatus},
    {"plugin/checkStatus", schema_plugin_checkStatus, sizeof schema_plugin_checkStatus},
    {"plugin/clearCacheForNewIdentity", schema_plugin_clearCacheForNewIdentity, sizeof schema_plugin_clearCacheForNewIdentity},
    {"plugin/clearContentCache", schema_plugin_clearContentCache, sizeof schema_plugin_clearContentCache},
    {"plugin/configure", schema_plugin_configure, sizeof schema_plugin_configure},
    {"plugin/configureNativeFetcher", schema_plugin_configureNativeFetcher, sizeof schema_plugin_configureNativeFetcher},
    {"plugin/coordinateBackgroundTasks", schema_plugin_coordinateBackgroundTasks, sizeof schema_plugin_coordinateBackgroundTasks},
    {"plugin/createSchedule", schema_plugin_createSchedule, sizeof schema_plugin_createSchedule},
    {"plugin/getBatteryStatus", schema_plugin_getBatteryStatus, sizeof schema_plugin_getBatteryStatus},
    {"plugin/getContentCache", schema_plugin_getContentCache, sizeof schema_plugin_getContentCache},
    {"plugin/getContentHistory", schema_plugin_getContentHistory, sizeof schema_plugin_getContentHistory},
    {"plugin/getCoordinationStatus", schema_plugin_getCoordinationStatus, sizeof schema_plugin_getCoordinationStatus},
    {"plugin/getDualScheduleStatus", schema_plugin_getDualScheduleStatus, sizeof schema_plugin_getDualScheduleStatus},
    {"plugin/getExactAlarmStatus", schema_plugin_getExactAlarmStatus, sizeof schema_plugin_getExactAlarmStatus},
    {"plugin/getLastNotification", schema_plugin_getLastNotification, sizeof schema_plugin_getLastNotification},
    {"plugin/getLatestContentCache", schema_plugin_getLatestContentCache, sizeof schema_plugin_getLatestContentCache},
    {"plugin/getNextAlarmTime", schema_plugin_getNextAlarmTime, sizeof schema_plugin_getNextAlarmTime},
    {"plugin/getNotificationStatus", schema_plugin_getNotificationStatus, sizeof schema_plugin_getNotificationStatus},
    {"plugin/getPowerState", schema_plugin_getPowerState, sizeof schema_plugin_getPowerState},
    {"plugin/getRebootRecoveryStatus", schema_plugin_getRebootRecoveryStatus, sizeof schema_plugin_getRebootRecoveryStatus},
    {"plugin/getRegisteredCallbacks", schema_plugin_getRegisteredCallbacks, sizeof schema_plugin_getRegisteredCallbacks},
    {"plugin/getRollingWindowStats", schema_plugin_getRollingWindowStats, sizeof schema_plugin_getRollingWindowStats},
    {"plugin/getScheduledReminders", schema_plugin_getScheduledReminders, sizeof schema_plugin_getScheduledReminders},
    {"plugin/getSchedules", schema_plugin_getSchedules, sizeof schema_plugin_getSchedules},
    {"plugin/getStarredPlans", schema_plugin_getStarredPlans, sizeof schema_plugin_getStarredPlans},
    {"plugin/handleAppLifecycleEvent", schema_plugin_handleAppLifecycleEvent, sizeof schema_plugin_handleAppLifecycleEvent},
    {"plugin/isAlarmScheduled", schema_plugin_isAlarmScheduled, sizeof schema_plugin_isAlarmScheduled},
    {"plugin/isChannelEnabled", schema_plugin_isChannelEnabled, sizeof schema_plugin_isChannelEnabled},
    {"plugin/maintainRollingWindow", schema_plugin_maintainRollingWindow, sizeof schema_plugin_maintainRollingWindow},
    {"plugin/openChannelSettings", schema_plugin_openChannelSettings, sizeof schema_plugin_openChannelSettings},
    {"plugin/openExactAlarmSettings", schema_plugin_openExactAlarmSettings, sizeof schema_plugin_openExactAlarmSettings},
    {"plugin/pauseDualSchedule", schema_plugin_pauseDualSchedule, sizeof schema_plugin_pauseDualSchedule},
    {"plugin/refreshAuthenticationForNewIdentity", schema_plugin_refreshAuthenticationForNewIdentity, sizeof schema_plugin_refreshAuthenticationForNewIdentity},
    {"plugin/registerCallback", schema_plugin_registerCallback, sizeof schema_plugin_registerCallback},
    {"plugin/requestBatteryOptimizationExemption", schema_plugin_requestBatteryOptimizationExemption, sizeof schema_plugin_requestBatteryOptimizationExemption},
    {"plugin/requestExactAlarmPermission", schema_plugin_requestExactAlarmPermission, sizeof schema_plugin_requestExactAlarmPermission},
    {"plugin/requestNotificationPermissions", schema_plugin_requestNotificationPermissions, sizeof schema_plugin_requestNotificationPermissions},
    {"plugin/requestPermissions", schema_plugin_requestPermissions, sizeof schema_plugin_requestPermissions},
    {"plugin/resumeDualSchedule", schema_plugin_resumeDualSchedule, sizeof schema_plugin_resumeDualSchedule},
    {"plugin/scheduleContentFetch", schema_plugin_scheduleContentFetch, sizeof schema_plugin_scheduleContentFetch},
    {"plugin/scheduleDailyNotification", schema_plugin_scheduleDailyNotification, sizeof schema_plugin_scheduleDailyNotification},
    {"plugin/scheduleDailyReminder", schema_plugin_scheduleDailyReminder, sizeof schema_plugin_scheduleDailyReminder},
    {"plugin/scheduleDualNotification", schema_plugin_scheduleDualNotification, sizeof schema_plugin_scheduleDualNotification},
    {"plugin/scheduleUserNotification", schema_plugin_scheduleUserNotification, sizeof schema_plugin_scheduleUserNotification},
    {"plugin/setActiveDidFromHost", schema_plugin_setActiveDidFromHost, sizeof schema_plugin_setActiveDidFromHost},
    {"plugin/setAdaptiveScheduling", schema_plugin_setAdaptiveScheduling, sizeof schema_plugin_setAdaptiveScheduling},
    {"plugin/skipNext", schema_plugin_skipNext, sizeof schema_plugin_skipNext},
    {"plugin/testEndorserAPI", schema_plugin_testEndorserAPI, sizeof schema_plugin_testEndorserAPI},
    {"plugin/testJWTGeneration", schema_plugin_testJWTGeneration, sizeof schema_plugin_testJWTGeneration},
    {"plugin/undoSkip", schema_plugin_undoSkip, sizeof schema_plugin_undoSkip},
    {"plugin/unregisterCallback", schema_plugin_unregisterCallback, sizeof schema_plugin_unregisterCallback},
    {"plugin/updateBackgroundTaskIdentity", schema_plugin_updateBackgroundTaskIdentity, sizeof schema_plugin_updateBackgroundTaskIdentity},
    {"plugin/updateDailyReminder", schema_plugin_updateDailyReminder, sizeof schema_plugin_updateDailyReminder},
    {"plugin/updateDualScheduleConfig", schema_plugin_updateDualScheduleConfig, sizeof schema_plugin_updateDualScheduleConfig},
    {"plugin/updateSettings", schema_plugin_updateSettings, sizeof schema_plugin_updateSettings},
    {"plugin/updateStarredPlans", schema_plugin_updateStarredPlans, sizeof schema_plugin_updateStarredPlans},
};

size_t dnp_schema_count(void) { return sizeof schemas / sizeof schemas[0]; }

const dnp_schema *dnp_schema_at(size_t index) {
  return index < dnp_schema_count() ? &schemas[index] : NULL;
}
