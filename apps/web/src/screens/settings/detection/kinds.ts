import type { NameKind } from '@scout/detection';

/** Words for a kind of names. */
interface KindWords {
  title: string;
  /** The names matched by the standard rule. */
  standard: string;
  /** Format of an entry. */
  hint: string;
  placeholder: string;
}

export const kindWords: Record<NameKind, KindWords> = {
  service_accounts: {
    title: 'Service accounts',
    standard: 'Names that start with svc. or service., or contain svc.',
    hint: 'Without domain. * stands for any characters, ? for one. Managed accounts end in $: gm_*$.',
    placeholder: 'sa_*',
  },
  production_servers: {
    title: 'Production servers',
    standard: 'Names that start with PRD- or PROD-, or have -prd or -prod in the middle or at the end.',
    hint: 'Host names without domain, or addresses. * stands for any characters, ? for one.',
    placeholder: '*-DBP-*',
  },
  workstations: {
    title: 'Workstations',
    standard: 'Names with workstation, desktop, laptop, mac or -ws, or that start with ws-.',
    hint: 'Host names without domain. * stands for any characters, ? for one.',
    placeholder: 'NB????',
  },
  database_clients: {
    title: 'Database clients',
    standard: 'SSMS, sqlcmd, DataGrip, DBeaver, Azure Data Studio, pgAdmin, SQL*Plus and the like.',
    hint: 'File names without folder. * stands for any characters, ? for one.',
    placeholder: 'toad*.exe',
  },
};
