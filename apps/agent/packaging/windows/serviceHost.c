/*
 * Scout's service host: what the service control manager of Windows starts. It answers the manager, runs the agent
 * beside it, and ends when the agent does; the manager then starts it again, later each time.
 *
 *   scout-service.exe install DATA | uninstall | start | stop    for the agent's own commands, as administrator
 *   scout-service.exe service DATA                               by the service control manager
 *
 * DATA is the folder of configuration, state and log, such as C:\ProgramData\Scout.
 *
 * The agent is asked to stop by the end of its standard input (run --stop-with-stdin), which loses nothing.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

#define NAME L"ScoutAgent"
#define TITLE L"Scout Agent"
#define ABOUT L"Ships security events of this machine to Scout."
#define PATIENCE_MS 20000
#define LONG_PATH 1024

static SERVICE_STATUS_HANDLE status_handle;
static SERVICE_STATUS status = { .dwServiceType = SERVICE_WIN32_OWN_PROCESS };
static HANDLE stop_event;
static const wchar_t *data_folder;

static void say(DWORD state, DWORD code, DWORD wait_ms) {
  static DWORD step = 1;
  status.dwCurrentState = state;
  status.dwWin32ExitCode = code ? ERROR_SERVICE_SPECIFIC_ERROR : NO_ERROR;
  status.dwServiceSpecificExitCode = code;
  status.dwWaitHint = wait_ms;
  status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
  status.dwCheckPoint = state == SERVICE_RUNNING || state == SERVICE_STOPPED ? 0 : step++;
  SetServiceStatus(status_handle, &status);
}

static DWORD WINAPI on_control(DWORD control, DWORD type, void *data, void *context) {
  (void)type; (void)data; (void)context;
  if (control == SERVICE_CONTROL_STOP || control == SERVICE_CONTROL_SHUTDOWN) {
    say(SERVICE_STOP_PENDING, 0, PATIENCE_MS);
    SetEvent(stop_event);
    return NO_ERROR;
  }
  return control == SERVICE_CONTROL_INTERROGATE ? NO_ERROR : ERROR_CALL_NOT_IMPLEMENTED;
}

/* The folder of this program, without a backslash at the end. */
static void own_folder(wchar_t *folder) {
  GetModuleFileNameW(NULL, folder, LONG_PATH);
  wchar_t *cut = wcsrchr(folder, L'\\');
  if (cut) *cut = 0;
}

static void data_path(wchar_t *path, const wchar_t *name) {
  swprintf(path, LONG_PATH, L"%ls\\%ls", data_folder, name);
}

/* The variable as the folder above another: the agent looks for its places by these two. */
static void set_parent(const wchar_t *variable, const wchar_t *folder) {
  wchar_t parent[LONG_PATH];
  swprintf(parent, LONG_PATH, L"%ls", folder);
  wchar_t *cut = wcsrchr(parent, L'\\');
  if (cut) *cut = 0;
  SetEnvironmentVariableW(variable, parent);
}

/* The agent's log, for appending. The agent empties it once it is large (run --log-file). */
static HANDLE open_log(const wchar_t *path) {
  SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
  return CreateFileW(path, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, OPEN_ALWAYS,
                     FILE_ATTRIBUTE_NORMAL, NULL);
}

/* A new version runs that nobody has judged yet, such as after a power failure: the version before it does. One that does already is alone. */
static void resume_upgrade(const wchar_t *folder, HANDLE log) {
  wchar_t pending[LONG_PATH], program[LONG_PATH], command[LONG_PATH + 32];
  swprintf(pending, LONG_PATH, L"%ls\\pending.json", folder);
  swprintf(program, LONG_PATH, L"%ls\\scout-agent-upgrade.exe", folder);
  if (GetFileAttributesW(pending) == INVALID_FILE_ATTRIBUTES) return;
  swprintf(command, LONG_PATH + 32, L"\"%ls\" apply-upgrade", program);
  STARTUPINFOW start = { .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES, .hStdOutput = log, .hStdError = log };
  PROCESS_INFORMATION judge;
  if (!CreateProcessW(program, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, folder, &start, &judge)) return;
  CloseHandle(judge.hThread);
  CloseHandle(judge.hProcess);
}

/* Runs the agent until it ends or the service is to stop. Answers its exit code. */
static DWORD run_agent(void) {
  wchar_t folder[LONG_PATH], config[LONG_PATH], log_path[LONG_PATH], command[4 * LONG_PATH];
  own_folder(folder);
  set_parent(L"ProgramData", data_folder);
  set_parent(L"ProgramFiles", folder);
  data_path(config, L"agent.json");
  data_path(log_path, L"agent.log");
  swprintf(command, 4 * LONG_PATH, L"\"%ls\\scout-agent.exe\" run --config \"%ls\" --log-file \"%ls\" --stop-with-stdin", folder,
           config, log_path);

  SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
  HANDLE input, ours, log = open_log(log_path);
  resume_upgrade(folder, log);
  if (!CreatePipe(&input, &ours, &inherited, 0)) return GetLastError();
  SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
  STARTUPINFOW start = { .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES, .hStdInput = input,
                         .hStdOutput = log, .hStdError = log };
  PROCESS_INFORMATION agent;
  BOOL started = CreateProcessW(NULL, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, folder, &start, &agent);
  DWORD code = started ? 0 : GetLastError();
  CloseHandle(input);
  if (log != INVALID_HANDLE_VALUE) CloseHandle(log);
  if (!started) { CloseHandle(ours); return code; }
  CloseHandle(agent.hThread);

  say(SERVICE_RUNNING, 0, 0);
  HANDLE either[] = { agent.hProcess, stop_event };
  BOOL asked = WaitForMultipleObjects(2, either, FALSE, INFINITE) == WAIT_OBJECT_0 + 1;
  CloseHandle(ours);
  if (WaitForSingleObject(agent.hProcess, PATIENCE_MS) == WAIT_TIMEOUT) TerminateProcess(agent.hProcess, 1);
  GetExitCodeProcess(agent.hProcess, &code);
  CloseHandle(agent.hProcess);
  return asked ? 0 : code ? code : 1;
}

static void WINAPI service_main(DWORD count, wchar_t **arguments) {
  (void)count; (void)arguments;
  status_handle = RegisterServiceCtrlHandlerExW(NAME, on_control, NULL);
  if (!status_handle) return;
  stop_event = CreateEventW(NULL, TRUE, FALSE, NULL);
  say(SERVICE_START_PENDING, 0, PATIENCE_MS);
  say(SERVICE_STOPPED, run_agent(), 0);
}

static int fail(const char *what) {
  fprintf(stderr, "scout-service: %s (Windows error %lu)\n", what, GetLastError());
  return 1;
}

/* Creates the service, or brings one that is there up to date. */
static int install(SC_HANDLE manager) {
  wchar_t folder[LONG_PATH], command[2 * LONG_PATH + 32];
  own_folder(folder);
  swprintf(command, 2 * LONG_PATH + 32, L"\"%ls\\scout-service.exe\" service \"%ls\"", folder, data_folder);
  SC_HANDLE service = CreateServiceW(manager, NAME, TITLE, SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS,
                                     SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, command, NULL, NULL, L"EventLog\0", NULL, NULL);
  if (!service && GetLastError() == ERROR_SERVICE_EXISTS) {
    service = OpenServiceW(manager, NAME, SERVICE_ALL_ACCESS);
    if (service && !ChangeServiceConfigW(service, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START, SERVICE_ERROR_NORMAL,
                                         command, NULL, NULL, L"EventLog\0", NULL, NULL, TITLE))
      return fail("the service cannot be changed");
  }
  if (!service) return fail("the service cannot be created");
  SERVICE_DESCRIPTIONW about = { (wchar_t *)ABOUT };
  ChangeServiceConfig2W(service, SERVICE_CONFIG_DESCRIPTION, &about);
  /* Started again after 5 s, 30 s and then every 5 minutes; an hour without a failure begins anew. */
  SC_ACTION actions[] = { { SC_ACTION_RESTART, 5000 }, { SC_ACTION_RESTART, 30000 }, { SC_ACTION_RESTART, 300000 } };
  SERVICE_FAILURE_ACTIONSW failures = { .dwResetPeriod = 3600, .cActions = 3, .lpsaActions = actions };
  if (!ChangeServiceConfig2W(service, SERVICE_CONFIG_FAILURE_ACTIONS, &failures))
    fail("the service is not started again by itself");
  SERVICE_FAILURE_ACTIONS_FLAG also_exits = { TRUE };
  ChangeServiceConfig2W(service, SERVICE_CONFIG_FAILURE_ACTIONS_FLAG, &also_exits);
  CloseServiceHandle(service);
  return 0;
}

static DWORD state_of(SC_HANDLE service) {
  SERVICE_STATUS now;
  return QueryServiceStatus(service, &now) ? now.dwCurrentState : SERVICE_STOPPED;
}

static int stop(SC_HANDLE service) {
  SERVICE_STATUS now;
  if (state_of(service) == SERVICE_STOPPED) return 0;
  ControlService(service, SERVICE_CONTROL_STOP, &now);
  for (DWORD waited = 0; waited < PATIENCE_MS + 5000; waited += 100) {
    if (state_of(service) == SERVICE_STOPPED) return 0;
    Sleep(100);
  }
  return fail("the service does not stop");
}

static int with_service(SC_HANDLE manager, const wchar_t *wish) {
  SC_HANDLE service = OpenServiceW(manager, NAME, SERVICE_ALL_ACCESS);
  if (!service) return GetLastError() == ERROR_SERVICE_DOES_NOT_EXIST && wcscmp(wish, L"start") ? 0 : fail("there is no such service");
  int code = 0;
  if (!wcscmp(wish, L"start")) {
    if (!StartServiceW(service, 0, NULL) && GetLastError() != ERROR_SERVICE_ALREADY_RUNNING)
      code = fail("the service cannot be started");
  } else {
    code = stop(service);
    if (code == 0 && !wcscmp(wish, L"uninstall") && !DeleteService(service)) code = fail("the service cannot be removed");
  }
  CloseServiceHandle(service);
  return code;
}

static int usage(void) {
  fprintf(stderr, "scout-service: install DATA, uninstall, start or stop\n");
  return 2;
}

int wmain(int count, wchar_t **arguments) {
  const wchar_t *wish = count > 1 ? arguments[1] : L"";
  BOOL with_data = !wcscmp(wish, L"service") || !wcscmp(wish, L"install");
  BOOL known = with_data || !wcscmp(wish, L"uninstall") || !wcscmp(wish, L"start") || !wcscmp(wish, L"stop");
  if (!known || count != (with_data ? 3 : 2)) return usage();
  if (with_data) {
    data_folder = arguments[2];
    if (wcslen(data_folder) > LONG_PATH / 2) return usage();
  }
  if (!wcscmp(wish, L"service")) {
    SERVICE_TABLE_ENTRYW table[] = { { (wchar_t *)NAME, service_main }, { NULL, NULL } };
    return StartServiceCtrlDispatcherW(table) ? 0 : fail("only Windows starts the service");
  }
  SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_ALL_ACCESS);
  if (!manager) return fail("run this as administrator");
  int code = with_data ? install(manager) : with_service(manager, wish);
  CloseServiceHandle(manager);
  return code;
}
