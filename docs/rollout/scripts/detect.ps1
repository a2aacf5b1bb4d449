# Detection for Intune and Configuration Manager: writes a line and exits with 0 if the agent is installed, in this version or a newer one.
$wanted = [version]'0.1.0'
$program = Join-Path $env:ProgramFiles 'Scout Agent\scout-agent.exe'
if (-not (Test-Path $program)) { exit 0 }
$found = [version](Get-Item $program).VersionInfo.ProductVersion
$service = Get-Service ScoutAgent -ErrorAction SilentlyContinue
if ($service -and $found -ge $wanted) { Write-Output "Scout agent $found" }
exit 0
