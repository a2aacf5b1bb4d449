# Checks the Scout agent on a real Windows: what Wine cannot try. docs/rollout.md has the steps around it.
# Run as administrator: powershell -ExecutionPolicy Bypass -File check-windows.ps1 -Server https://scout.northwind.example
# Writes scout-windows-check.json beside this script, and the same as lines.
param(
  [Parameter(Mandatory = $true)][string]$Server,
  [string]$Result = (Join-Path $PSScriptRoot 'scout-windows-check.json')
)
$ErrorActionPreference = 'Stop'
$programs = Join-Path $env:ProgramFiles 'Scout Agent'
$data = Join-Path $env:ProgramData 'Scout'
$agent = Join-Path $programs 'scout-agent.exe'
$checks = New-Object System.Collections.ArrayList

function Test-Step([string]$Name, [scriptblock]$Look) {
  $began = Get-Date
  try {
    $found = & $Look
    $passed = $true
  } catch {
    $found = $_.Exception.Message
    $passed = $false
  }
  $seconds = [math]::Round(((Get-Date) - $began).TotalSeconds, 1)
  [void]$checks.Add([ordered]@{ name = $Name; passed = $passed; found = "$found"; seconds = $seconds })
  $word = if ($passed) { 'ok' } else { 'FAILED' }
  Write-Output ('{0,-7} {1}: {2}' -f $word, $Name, "$found")
}

function Wait-Until([int]$Seconds, [string]$Otherwise, [scriptblock]$Holds) {
  $end = (Get-Date).AddSeconds($Seconds)
  while ((Get-Date) -lt $end) {
    $found = & $Holds
    if ($found) { return $found }
    Start-Sleep -Milliseconds 500
  }
  throw $Otherwise
}

Test-Step 'service' {
  $service = Get-CimInstance Win32_Service -Filter "Name='ScoutAgent'"
  if (-not $service) { throw 'there is no service ScoutAgent' }
  if ($service.State -ne 'Running') { throw "the service is $($service.State)" }
  if ($service.StartMode -ne 'Auto') { throw "its start is $($service.StartMode)" }
  if ($service.StartName -ne 'LocalSystem') { throw "it runs as $($service.StartName)" }
  "$($service.State), $($service.StartMode), $($service.StartName)"
}
Test-Step 'version' {
  $info = (Get-Item $agent).VersionInfo
  if ($info.ProductName -ne 'Scout Agent') { throw "the program calls itself $($info.ProductName)" }
  $said = (& $agent --version).Trim()
  if ($info.ProductVersion -ne $said) { throw "the resource says $($info.ProductVersion), the program $said" }
  $said
}
Test-Step 'product' {
  $key = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall\*'
  $product = Get-ItemProperty $key | Where-Object { $_.DisplayName -eq 'Scout Agent' }
  if (@($product).Count -ne 1) { throw "$(@($product).Count) entries in Installed apps instead of one" }
  "$($product.DisplayVersion) $($product.PSChildName)"
}
Test-Step 'event-source' {
  $key = 'HKLM:\SYSTEM\CurrentControlSet\Services\EventLog\Application\ScoutAgent'
  (Get-ItemProperty $key).EventMessageFile
}
Test-Step 'folder-closed' {
  $allowed = 'S-1-5-18', 'S-1-5-32-544'
  $rules = (Get-Acl $data).GetAccessRules($true, $true, [System.Security.Principal.SecurityIdentifier])
  $others = $rules | Where-Object { $allowed -notcontains $_.IdentityReference.Value }
  if ($others) { throw "also open to $(@($others | ForEach-Object { $_.IdentityReference.Value }) -join ', ')" }
  'system and administrators alone'
}
Test-Step 'signature' {
  $signature = Get-AuthenticodeSignature $agent
  # Without the certificate of its owner the program is not signed; a broken signature is a fault.
  if (@('Valid', 'NotSigned') -notcontains "$($signature.Status)") { throw "$($signature.Status): $($signature.StatusMessage)" }
  "$($signature.Status)"
}
Test-Step 'doctor' {
  $steps = & $agent doctor --json | Out-String
  if ($LASTEXITCODE -ne 0) { throw $steps.Trim() }
  $configured = (Get-Content (Join-Path $data 'agent.json') -Raw | ConvertFrom-Json).server
  if ($configured.TrimEnd('/') -ne $Server.TrimEnd('/')) { throw "the agent sends to $configured" }
  "$configured responds"
}
Test-Step 'security-log' {
  & auditpol.exe /set '/subcategory:{0CCE9215-69AE-11D9-BED3-505054503030}' /success:enable /failure:enable | Out-Null
  if ($LASTEXITCODE -ne 0) { throw 'auditpol failed' }
  $before = (& $agent status --json --state (Join-Path $data 'agent') | Out-String | ConvertFrom-Json)
  # A wrong password of a name that does not exist: one event 4625.
  & cmd.exe /d /c 'net use \\127.0.0.1\ipc$ /user:svc_scout_check wrong-password >nul 2>&1'
  $last = Get-WinEvent -FilterHashtable @{ LogName = 'Security'; Id = 4625 } -MaxEvents 1
  Wait-Until 60 'the agent read no event of the Security log' {
    $now = (& $agent status --json --state (Join-Path $data 'agent') | Out-String | ConvertFrom-Json)
    if ($now.totals.read -gt $before.totals.read) {
      "record $($last.RecordId); read $($now.totals.read), stored $($now.totals.accepted)"
    }
  }
}
Test-Step 'restart-after-failure' {
  $process = Get-Process scout-agent
  Stop-Process -Id $process.Id -Force
  Wait-Until 40 'the service was not started again' {
    $again = Get-Process scout-agent -ErrorAction SilentlyContinue
    if ($again -and $again.Id -ne $process.Id) { "process $($process.Id), then $($again.Id)" }
  }
}
Test-Step 'stop-and-start' {
  $began = Get-Date
  Restart-Service ScoutAgent
  "$([math]::Round(((Get-Date) - $began).TotalSeconds, 1)) s"
}

$system = Get-CimInstance Win32_OperatingSystem
$report = [ordered]@{
  at      = (Get-Date).ToUniversalTime().ToString('o')
  system  = "$($system.Caption) $($system.Version)"
  server  = $Server
  passed  = @($checks | Where-Object { -not $_.passed }).Count -eq 0
  checks  = $checks
}
$report | ConvertTo-Json -Depth 4 | Set-Content -Encoding UTF8 $Result
Write-Output "Written: $Result"
if (-not $report.passed) { exit 1 }
