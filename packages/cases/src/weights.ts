/**
 * Every number that decides a verdict, with its reason. Nats are natural logarithms: 1 nat is a factor of e in rarity, 4 nats a factor
 * of 55. Bounds of memory stand with what they bound; what each kind of reason counts is fitted (`fittedWeights.ts`).
 */

/** A verdict's way to a person, by its score in nats. */
export const VERDICT = {
  /** Reported in its hour; others wait for the end of the day, which may explain them. */
  urgent: 14,
  /** Reported at the end of the day; lighter ones down to `waits` after the following days, which may add to them. */
  clear: 11,
  waits: 1,
  waitDays: 3,
  /** Never reported below: at a budget of ten alerts a day these are the first to go. */
  reported: 3,
  /** A reported case is reported again when it grows by this much: three reasons of 2 nats, or one grave one. */
  growth: 6,
  /** First days of an organization: judged at their end, when the activity of all accounts is known. */
  learningDays: 2,
} as const;

/** Scores from which a finding is at least medium, and at least high. */
export const SEVERITY = { medium: 7, high: 18 } as const;

/** Whole days without similar activity after which a case accepts no more findings. */
export const CASE_DAYS = 7;

/**
 * Rarity of a class in misuse, relative to equal frequency of all classes. Surprise alone cannot distinguish an installation from an
 * intruder: both are rare.
 */
export const LEANING = {
  /** Caused by operations: new machines, a neighbor of a used machine, consequences of a logon. */
  work: 4,
  /** Caused by operations and by misuse. */
  mixed: 2,
  none: 0,
  /** People who use an account that is not theirs: from their own machine, at it, or with a known password. */
  typical: -2,
  /** Machines where people work, reached over the network: no operation begins that on a later day. */
  reached: -4,
  /** Activity that no routine operation causes: one is sufficient. */
  never: -8,
} as const;

/** Evidence beside the novelties of an account's day. */
export const EVIDENCE = {
  /** A person was signed in at the source, where people rarely are: at most a factor of 20. */
  presence: 3,
  /** Let in after refusals from a machine where people work: the password was guessed. */
  successOfPerson: 5,
  /** The same from a server, where the new password was wrong at first. */
  successOfServer: 1,
  /** A way at hours of the account, or far from them; bounded, because schedules change. */
  schedule: 2.5,
  /** A new way that is repeated in the following days is work. */
  stays: 6,
  /** A new way between machines that is used only once while the account goes on; people also visit once for work. */
  once: 2,
} as const;

/** Evidence for legitimate work that does not depend on what is new. */
export const DISCOUNT = {
  /** In its first two weeks the organization's administrators and routines are unknown: as much as `LEANING.work`, falling to nothing. */
  young: 4,
  settledDays: 14,
  /** An administrator changes the account on that day: a setup, which speaks against misuse, or a takeover, which speaks for it. */
  change: 4,
  /** A new account is still learning: its first two days mean little, unless a person uses it. */
  newAccount: 3,
  newDays: 2,
  /** In test environments people use accounts for work, and damage is smaller. */
  test: 6,
} as const;

/** Probability that something new is accompanied by another novelty, until pairs are learned: three days of ten. */
export const TOGETHER = 0.3;

/** Learned rates of novelty, and their priors. */
export const RATES = {
  /** Weight, in account-days, of all accounts' activity against this account's: five of its own days count as much. */
  own: 5,
  /** Weight of the later stages' rate in a stage with few days. */
  stage: 20,
  /** Prior: a facet is new on one day in fifty, until the organization's data differs. */
  base: { rate: 0.02, days: 50 },
  /** Lower bound of rarity: one account-day in a thousand, 6.9 nats. */
  floor: 0.001,
  /** Everything is new on the first day, and some of it on the second. */
  first: 0.9,
  second: 0.2,
  /** Weight of uniform classes against the observed ones, in novelties. */
  classes: { weight: 8, count: 12 },
  /** Weight of a facet's usual companions against companions of the exact class. */
  pair: 2,
} as const;

/** Constant companions of a way of an account. */
export const COMPANY = {
  /** Longest time from a batch logon or a program to the network logons that belong to it, in milliseconds. */
  window: 5 * 60_000,
  /** Compared events and days after which company that never failed counts as always. */
  events: 6,
  days: 6,
} as const;

/** Minutes of the hour that a way's network logons keep to. */
export const MINUTES = {
  /** Logons and days after which a way that kept to few minutes has a schedule: twelve at random would cover 39 minutes. */
  events: 12,
  days: 6,
  /** Minutes by which a logon may come earlier or later than all before. */
  tolerance: 2,
  /** Most minutes of an hour that a schedule covers, with the tolerance: a quarter of them. */
  most: 15,
} as const;

/** Hours and days of an account. */
export const HABIT = {
  /** Minimum days of history before an hour or a day of the week can be unusual. */
  days: 4,
  /** Weight of a uniform distribution of hours, in active hours. */
  hours: 1,
  /** Surprise from which an hour is unusual: seven times rarer than with uniform hours. */
  odd: 2,
  /** Classes of odd hours end here. */
  oddest: 8,
  /** A silence is longer than a week and twice the longest one before. */
  silence: { days: 7, times: 2 },
  /** Days that an account of a directory has existed, and its machine was watched, before its first activity counts as a silence. */
  unused: 90,
} as const;

/** Roles of accounts, by their activity. */
export const PEOPLE = {
  /** A person who has used three accounts or entered three servers is an administrator. */
  operator: 3,
  /** At least two other people have done the same. */
  customary: 2,
  /** Above this many sign-ins an account belongs to a person, whatever task runs as it. */
  signIns: 2,
  /** Nights with activity after which an account belongs to no person, in every time zone. */
  nights: 5,
} as const;

/** Roles of machines, by the activity on them. */
export const MACHINES = {
  /** Several people use a jump host as a source; a workstation has its owner and perhaps a help desk user. */
  several: 3,
  /** A hub (file server, domain controller) is visited by a third of the people. */
  hub: { share: 1 / 3, atLeast: 12 },
  /** A machine with console logons on a fifth of its days is a workstation even if a service account runs there. */
  consoleShare: 0.2,
  /** A machine first seen at most this many days ago is new to everybody. */
  youngDays: 2,
  /** Before its third day the whole organization is new. */
  learningDays: 3,
  /** Machines with one family name beyond this number are numbered by inventory, not named by purpose. */
  family: 8,
  /** A machine used by a tenth of the accounts is shared infrastructure. */
  popular: { atLeast: 5, atMost: 30, share: 0.1 },
  /** Minimum days for an account to count as running on a machine, or using one: a single visit is not evidence. */
  settledDays: 2,
  /** Three new machines on one day, and eight. */
  fan: [3, 8],
} as const;

/** Names and programs that accounts share. */
export const SHARED = {
  /** A word shared by more accounts is not specific to an application (`svc`, `prod`). */
  word: { atLeast: 6, share: 0.02 },
  /** A program that so many other accounts start is common. */
  program: 5,
} as const;

/** Visits to one further unrelated server a day. */
export const ROUNDS = {
  /** A further server counts up to this many nats, all of them together up to twice as many. */
  further: 4,
  /** Lighter visits show nothing further. */
  least: 3,
} as const;

/** Activity outside an approved contract: as grave as a clear verdict, because what is permitted was approved. */
export const OUTSIDE = { used: VERDICT.clear, refused: 10 } as const;

/** Refusals of many accounts from one machine where none of them ever worked. */
export const SPRAY = { accounts: 5, score: 14 } as const;

/** Tickets that somebody requests to guess passwords from. */
export const ROASTING = {
  /** Services of one account's day that it never asked for: jobs that are moved ask for one or two, tools for all. */
  services: 5,
  /** Of an account that asks for many, this share of them, so that one more application is none. */
  share: 1 / 4,
  /** A service that so many others ask for belongs to the company's daily work. */
  common: 3,
  /** Accounts whose first ticket a machine got without a password, where none of them ever worked. */
  unproved: 2,
  /** A week, with its weekly jobs, before anything is new. */
  learningDays: 7,
  score: 14,
} as const;

/** A posture that an account gained: with the verdicts that are told, below those that are urgent. */
export const POSTURE = { score: 9 } as const;

/** A touch of a decoy: above every verdict. */
export const DECOY = { score: 40 } as const;

/** Refusals of one account over days. */
export const STORM = {
  /** Below any reported verdict: refusals are operational work, rarely misuse; a later success is judged as a success after refusals. */
  score: 1,
  /** A storm without refusals for a week is over, in any state of the machines. */
  overDays: 7,
  /**
   * Number of refusals from which a cause is reported. A locked, expired or disabled account never works, so the first refusals suffice; a
   * wrong password is a typo unless it is repeated as only a program or a guesser does.
   */
  tell: {
    guess: 5,
    'old-password': 10,
    'no-account': 10,
    locked: 3,
    expired: 3,
    disabled: 3,
    clock: 5,
    fault: 20,
    'not-allowed': 5,
    unknown: 20,
  },
} as const;
