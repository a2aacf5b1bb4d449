# Installs the agent from the .msi beside this script, for Intune, Configuration Manager or a start-up script.
# The token is in token.txt beside it; northwind.pem and proxy.txt are used if they are there.
param(
  [Parameter(Mandatory = $true)][string]$Server,
  [string]$Proxy = '',
  [string]$Group = ''
)
$ErrorActionPreference = 'Stop'
$here = $PSScriptRoot
$log = Join-Path $env:TEMP 'scout-agent-msi.log'
$arguments = @('/i', "`"$here\scout-agent-latest.msi`"", '/qn', '/norestart', '/l*v', "`"$log`"", "SERVER=$Server")
$arguments += "TOKENFILE=`"$here\token.txt`""
if ($Proxy) { $arguments += "PROXY=$Proxy" }
if ($Group) { $arguments += "GROUP=`"$Group`"" }
if (Test-Path "$here\northwind.pem") { $arguments += "CAFILE=`"$here\northwind.pem`"" }
if (Test-Path "$here\proxy.txt") { $arguments += "PROXYCREDENTIALS=`"$here\proxy.txt`"" }
$installer = Start-Process msiexec.exe -ArgumentList $arguments -Wait -PassThru
exit $installer.ExitCode
