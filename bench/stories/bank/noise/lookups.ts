import { MINUTE } from '@scout/detection/time';
import { anAccount, anAdminAtWork, isTyped, type Scene, typeCommand } from './scene.ts';

const SYSTEM = 'C:\\Windows\\System32';
const POWERSHELL = `${SYSTEM}\\WindowsPowerShell\\v1.0\\powershell.exe`;

/** Commands that name an account and do not use it, as administrators' guides write them. */
const LOOK_UPS = [
  [`${SYSTEM}\\net.exe`, ({ name }: Named) => `net user ${name} /domain`],
  [`${SYSTEM}\\setspn.exe`, ({ name }: Named) => `setspn -L ${name}`],
  [`${SYSTEM}\\dsquery.exe`, ({ name }: Named) => `dsquery user -samid ${name}`],
  [`${SYSTEM}\\whoami.exe`, ({ domain, name }: Named) => `whoami /groups /fo list & rem ${domain}\\${name}`],
  [`${SYSTEM}\\schtasks.exe`, ({ host, name }: Named) => `schtasks /query /s ${host} /v | findstr ${name}`],
  [POWERSHELL, ({ name }: Named) => `powershell -c "Get-ADUser ${name} -Properties LockedOut"`],
  [POWERSHELL, ({ name }: Named) => `powershell -c "Get-ADPrincipalGroupMembership -Identity ${name}"`],
  [`${SYSTEM}\\findstr.exe`, ({ name }: Named) => `findstr /s /i ${name} D:\\Apps\\*.config`],
] as const;

/** Commands that change what an account runs or may open. */
const CHANGES = [
  [
    `${SYSTEM}\\sc.exe`,
    ({ host, app, domain, name }: Named) =>
      `sc \\\\${host} config ${app}Svc obj= ${domain}\\${name} password= ********`,
  ],
  [
    `${SYSTEM}\\schtasks.exe`,
    ({ host, app, domain, name }: Named) =>
      `schtasks /change /s ${host} /tn ${app}-job /ru ${domain}\\${name} /rp ********`,
  ],
  [
    `${SYSTEM}\\schtasks.exe`,
    ({ host, app, domain, name }: Named) =>
      `schtasks /create /s ${host} /tn ${app}-job2 /tr D:\\Apps\\bin\\loader.exe /sc daily /ru ${domain}\\${name}`,
  ],
  [
    `${SYSTEM}\\icacls.exe`,
    ({ app, domain, name }: Named) => `icacls D:\\Apps\\${app} /grant ${domain}\\${name}:(OI)(CI)M /t`,
  ],
  [
    `${SYSTEM}\\net.exe`,
    ({ domain, name }: Named) => `net localgroup Administrators ${domain}\\${name} /add`,
  ],
  [POWERSHELL, ({ name }: Named) => `powershell -c "Set-ADUser ${name} -Description 'owner: platform team'"`],
] as const;

type Named = { name: string; domain: string; host: string; app: string };
type Command = readonly [program: string, line: (named: Named) => string];

/** Administrators who name an account. */
export const LOOKUPS = {
  /** Somebody looks an account up, often several in a row. */
  lookUp(scene: Scene) {
    const at = anAdminAtWork(scene);
    if (at === null) return;
    const count = scene.draw.pick([1, 1, 1, 2, 4]);
    for (let i = 0; i < count; i += 1) name(scene, { ...at, time: at.time + i * MINUTE }, LOOK_UPS);
  },
  /** Service principal names are listed or set. */
  principalNames(scene: Scene) {
    const at = anAdminAtWork(scene);
    if (at === null) return;
    const spn: Command = [
      `${SYSTEM}\\setspn.exe`,
      ({ host, domain, name }) => `setspn -S MSSQLSvc/${host}:1433 ${domain}\\${name}`,
    ];
    name(scene, at, [spn]);
  },
  /** A service, a task or a folder is given to an account. */
  permissions(scene: Scene) {
    const at = anAdminAtWork(scene);
    if (at !== null) name(scene, at, CHANGES);
  },
};

function name(
  scene: Scene,
  at: NonNullable<ReturnType<typeof anAdminAtWork>>,
  commands: readonly Command[],
): void {
  const account = anAccount(scene, isTyped);
  if (account === null) return;
  const [program, line] = scene.draw.pick(commands);
  const named = {
    name: account.name,
    domain: scene.world.domain.name,
    host: account.sources[0]!.name,
    app: account.app.name,
  };
  typeCommand(scene, at, program, line(named));
}
