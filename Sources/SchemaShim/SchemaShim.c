#include "SchemaShim.h"

// `#embed` is part of C23; clang has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The bytes of each file of assets/schema; a test compares this list with the folder.

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
static const unsigned char schema_plugin_testEndorserAPI[] = {
#embed "../../assets/schema/plugin/testEndorserAPI.schema.json"
};
static const unsigned char schema_plugin_testJWTGeneration[] = {
#embed "../../assets/schema/plugin/testJWTGeneration.schema.json"
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

#define ROW(name, bytes) {name, bytes, sizeof bytes}

static const dnp_schema schemas[] = {
    ROW("bridge", schema_bridge),
    ROW("diff", schema_diff),
    ROW("jwt-decode", schema_jwt_decode),
    ROW("jwt-verify", schema_jwt_verify),
    ROW("lint", schema_lint),
    ROW("log-event", schema_log_event),
    ROW("log-profile", schema_log_profile),
    ROW("parity", schema_parity),
    ROW("plugin-types", schema_plugin_types),
    ROW("record", schema_record),
    ROW("rejection", schema_rejection),
    ROW("run-summary", schema_run_summary),
    ROW("scenario", schema_scenario),
    ROW("scenario-part", schema_scenario_part),
    ROW("session", schema_session),
    ROW("sessions", schema_sessions),
    ROW("sessions-show", schema_sessions_show),
    ROW("validate-logs", schema_validate_logs),
    ROW("when", schema_when),
    ROW("why", schema_why),
    ROW("zones", schema_zones),
    ROW("plugin/cancelAllNotifications", schema_plugin_cancelAllNotifications),
    ROW("plugin/cancelDailyReminder", schema_plugin_cancelDailyReminder),
    ROW("plugin/cancelDualSchedule", schema_plugin_cancelDualSchedule),
    ROW("plugin/checkPermissionStatus", schema_plugin_checkPermissionStatus),
    ROW("plugin/checkStatus", schema_plugin_checkStatus),
    ROW("plugin/clearCacheForNewIdentity", schema_plugin_clearCacheForNewIdentity),
    ROW("plugin/clearContentCache", schema_plugin_clearContentCache),
    ROW("plugin/configure", schema_plugin_configure),
    ROW("plugin/configureNativeFetcher", schema_plugin_configureNativeFetcher),
    ROW("plugin/coordinateBackgroundTasks", schema_plugin_coordinateBackgroundTasks),
    ROW("plugin/createSchedule", schema_plugin_createSchedule),
    ROW("plugin/getBatteryStatus", schema_plugin_getBatteryStatus),
    ROW("plugin/getContentCache", schema_plugin_getContentCache),
    ROW("plugin/getContentHistory", schema_plugin_getContentHistory),
    ROW("plugin/getCoordinationStatus", schema_plugin_getCoordinationStatus),
    ROW("plugin/getDualScheduleStatus", schema_plugin_getDualScheduleStatus),
    ROW("plugin/getExactAlarmStatus", schema_plugin_getExactAlarmStatus),
    ROW("plugin/getLastNotification", schema_plugin_getLastNotification),
    ROW("plugin/getLatestContentCache", schema_plugin_getLatestContentCache),
    ROW("plugin/getNextAlarmTime", schema_plugin_getNextAlarmTime),
    ROW("plugin/getNotificationStatus", schema_plugin_getNotificationStatus),
    ROW("plugin/getPowerState", schema_plugin_getPowerState),
    ROW("plugin/getRebootRecoveryStatus", schema_plugin_getRebootRecoveryStatus),
    ROW("plugin/getRegisteredCallbacks", schema_plugin_getRegisteredCallbacks),
    ROW("plugin/getRollingWindowStats", schema_plugin_getRollingWindowStats),
    ROW("plugin/getScheduledReminders", schema_plugin_getScheduledReminders),
    ROW("plugin/getSchedules", schema_plugin_getSchedules),
    ROW("plugin/getStarredPlans", schema_plugin_getStarredPlans),
    ROW("plugin/handleAppLifecycleEvent", schema_plugin_handleAppLifecycleEvent),
    ROW("plugin/isAlarmScheduled", schema_plugin_isAlarmScheduled),
    ROW("plugin/isChannelEnabled", schema_plugin_isChannelEnabled),
    ROW("plugin/maintainRollingWindow", schema_plugin_maintainRollingWindow),
    ROW("plugin/openChannelSettings", schema_plugin_openChannelSettings),
    ROW("plugin/openExactAlarmSettings", schema_plugin_openExactAlarmSettings),
    ROW("plugin/pauseDualSchedule", schema_plugin_pauseDualSchedule),
    ROW("plugin/refreshAuthenticationForNewIdentity", schema_plugin_refreshAuthenticationForNewIdentity),
    ROW("plugin/registerCallback", schema_plugin_registerCallback),
    ROW("plugin/requestBatteryOptimizationExemption", schema_plugin_requestBatteryOptimizationExemption),
    ROW("plugin/requestExactAlarmPermission", schema_plugin_requestExactAlarmPermission),
    ROW("plugin/requestNotificationPermissions", schema_plugin_requestNotificationPermissions),
    ROW("plugin/requestPermissions", schema_plugin_requestPermissions),
    ROW("plugin/resumeDualSchedule", schema_plugin_resumeDualSchedule),
    ROW("plugin/scheduleContentFetch", schema_plugin_scheduleContentFetch),
    ROW("plugin/scheduleDailyNotification", schema_plugin_scheduleDailyNotification),
    ROW("plugin/scheduleDailyReminder", schema_plugin_scheduleDailyReminder),
    ROW("plugin/scheduleDualNotification", schema_plugin_scheduleDualNotification),
    ROW("plugin/scheduleUserNotification", schema_plugin_scheduleUserNotification),
    ROW("plugin/setActiveDidFromHost", schema_plugin_setActiveDidFromHost),
    ROW("plugin/setAdaptiveScheduling", schema_plugin_setAdaptiveScheduling),
    ROW("plugin/testEndorserAPI", schema_plugin_testEndorserAPI),
    ROW("plugin/testJWTGeneration", schema_plugin_testJWTGeneration),
    ROW("plugin/unregisterCallback", schema_plugin_unregisterCallback),
    ROW("plugin/updateBackgroundTaskIdentity", schema_plugin_updateBackgroundTaskIdentity),
    ROW("plugin/updateDailyReminder", schema_plugin_updateDailyReminder),
    ROW("plugin/updateDualScheduleConfig", schema_plugin_updateDualScheduleConfig),
    ROW("plugin/updateSettings", schema_plugin_updateSettings),
    ROW("plugin/updateStarredPlans", schema_plugin_updateStarredPlans),
};

size_t dnp_schema_count(void) { return sizeof schemas / sizeof schemas[0]; }

const dnp_schema *dnp_schema_at(size_t index) {
  return index < dnp_schema_count() ? &schemas[index] : NULL;
}
