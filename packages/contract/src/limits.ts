/**
 * Business constants and limits (spec section 9, and those of the wire). Names say the unit; plain numbers are counts.
 * The caps on figures inside panels, and the figures of demo mode, are those of `@scout/detection`; the whole lists of the reading API end at `figures.listRows`.
 */
export const limits = {
  account: {
    passwordMin: 8,
    /** scrypt hashes what it is given: a cap keeps a sign-in cheap to refuse. */
    passwordMax: 128,
    nameMin: 2,
    nameMax: 200,
    emailMax: 254,
    confirmationCodeDigits: 6,
    confirmationGateSeconds: 300,
    confirmationMinutes: 60,
    /** Wrong codes after which a code is worth nothing; its link stays good. */
    confirmationAttempts: 5,
    /** After which an address that was never confirmed is free again. */
    unconfirmedDays: 14,
    resetMinutes: 60,
    /** Refusals of sign-in, and all answers about an address, take at least this long. */
    answerFloorMs: 300,
  },
  session: {
    accessTokenSeconds: 600,
    /** From the closing of the last tab to the end of the session: time enough for a page that only loads again. */
    leaveGraceSeconds: 30,
  },
  secondFactor: {
    factors: 10,
    friendlyNameMax: 100,
    recoveryCodes: 10,
    challengeSeconds: 300,
    /** RFC 6238: six digits, SHA-1, and one step of clock difference either way. */
    periodSeconds: 30,
    digits: 6,
    window: 1,
  },
  timers: {
    signUpSuccessSeconds: 3,
    logoutConfirmSeconds: 3,
    paymentSeconds: 3,
    paymentExtraMs: 500,
    earlyAccessSuccessSeconds: 3,
    accountVerifiedMs: 2500,
    emailConfirmSeconds: 3,
    autofillNoticeSeconds: 3,
    toastMs: 4000,
    lastTabLogoutMs: 800,
    tourStartMs: 500,
    agentDownloadFlagSeconds: 5,
    agentStatusMs: 2000,
  },
  dashboard: { refreshSeconds: 10, windowHours: 720, tourSteps: 4 },
  events: {
    queryRows: 5000,
    defaultWindowHours: 720,
    reportDefaultHours: 720,
    retentionDays: 365,
    cursorLength: 4096,
    /** Of an answer with events, before it is compressed: older events that do not fit are left out. */
    answerBytes: 8 * 1024 * 1024,
    /** Characters of a text in an answer with several events; one event alone has all of it. */
    listedTextMax: 4096,
    /** Distinct types that are listed. */
    types: 1000,
  },
  /**
   * Downloads of events: at once, of one organization and of all; events and bytes of text that are read at a time, and the pieces in which
   * they are sent. Whoever does not take a piece in time is cut off.
   */
  exports: {
    perOrganization: 3,
    total: 100,
    pageRows: 500,
    pageBytes: 1024 * 1024,
    pieceBytes: 256 * 1024,
    pieceSeconds: 60,
  },
  /**
   * Streams that tell pages of news: of one person, of an organization and of a server process; the interval in which access is checked
   * again; and how often at most an organization's new events are told of.
   */
  updates: { perPerson: 20, perOrganization: 1000, total: 10_000, heartbeatSeconds: 20, everyMs: 200 },
  /** Incidents of one page of a timeline, and the longest name that it can be narrowed to. */
  incidents: { pageRows: 50, pageRowsMax: 200, nameMax: 1024 },
  organization: { members: 10_000, alertRecipients: 50, invitationDays: 7 },
  domains: {
    /** Of one organization. */
    most: 20,
    /** RFC 1035, in characters. */
    nameMax: 253,
    codeMinutes: 30,
    /** From the question to the last DNS server that may answer it. */
    lookUpMs: 3000,
    /** Look-ups of one server process at a time; each holds a database connection. */
    lookUpsAtOnce: 3,
  },
  auditLog: { rows: 100, filterMax: 254 },
  mailingList: { attempts: 3, windowSeconds: 60 },
  /** Early access and contact. */
  demoRequest: {
    phoneMax: 50,
    jobTitleMax: 200,
    messageMax: 5000,
    /** Faster than this from the form's appearance to its sending is a program; the forms wait for it themselves. */
    minimumFillMs: 2000,
    elapsedMaxMs: 1_000_000_000_000,
    /** Of the operator's list. */
    pageRows: 1000,
    salesAddresses: 10,
  },
  payment: { sessionIdMax: 255, providerTimeoutMs: 5000 },
  figures: {
    listRows: 1000,
    /** The Incident Log of Service Account Activity; as many as one poll brings. */
    incidentLogRows: 5000,
    /** Longest window that figures can be asked for: the retention, and the day that an end may lie ahead. */
    windowDaysMax: 366,
  },
  plan: {
    name: 'Scout Enterprise',
    pricePerMonth: 15_000,
    starter: { perMonth: 3000, perGb: 0.035, devices: 100, perYear: 32_400, insteadOf: 36_000 },
    professional: { perMonth: 7000, perGb: 0.035, devices: 1000, perYear: 76_600, insteadOf: 85_200 },
    freeTrialDays: 15,
    discoveryCallMinutes: 15,
  },
  launchCountdown: '2025-09-15T00:00:00.000Z',
  footerYear: 2025,
  /** What an ingest body may hold. A line over its limit is rejected by number; the others refuse the body (413). */
  ingest: {
    compressedBytes: 8 * 1024 * 1024,
    decompressedBytes: 32 * 1024 * 1024,
    lineBytes: 1024 * 1024,
    lines: 10_000,
    /** What the rows of one batch may come to, in bytes: more than its body has, because one line counts under several names. */
    rowBytes: 48 * 1024 * 1024,
    /** Largest value of the `scout-batch` header: short of what a number can hold, so that there is always a next one. */
    batchNumberMax: 9_000_000_000_000_000,
    /** How far a batch number may be ahead of the agent's last stored one. */
    batchNumberReach: 1_000_000,
  },
  /**
   * What may be sent, unless the operator says otherwise. A rate may be passed for a while: what was not used of it in the last
   * `burstSeconds` can be used at once. Bytes are those stored from midnight to midnight, UTC: bodies as they came, and their rows.
   */
  quota: {
    burstSeconds: 20,
    /** A larger event counts once for each of these. */
    eventBytes: 2048,
    /** A batch counts as at least so many events. */
    batchEvents: 10,
    /** One that cannot be read, and that no agent makes, as so many: it costs as much as the largest and leaves nothing. */
    unreadableBatchEvents: 30_000,
    /** All agents of an organization together. */
    plans: {
      trial: { eventsPerSecond: 5_000, bytesPerDay: 20_000_000_000 },
      subscribed: { eventsPerSecond: 20_000, bytesPerDay: 500_000_000_000 },
    },
    /** Each agent. */
    agent: { eventsPerSecond: 5_000, bytesPerDay: 50_000_000_000 },
    eventsPerSecondMax: 10_000_000,
    bytesPerDayMax: 1_000_000_000_000_000,
    /** Agents that are listed with what they stored today, most first. */
    agentsListed: 10,
  },
  agent: {
    machineIdMax: 128,
    hostMax: 255,
    versionMax: 64,
    platformMax: 64,
    /** An agent that was not heard for this long is shown as silent. */
    silentAfterSeconds: 180,
    /** What one heartbeat may carry. Gaps are sent again until they are acknowledged. */
    gapsPerHeartbeat: 100,
    sourcesPerHeartbeat: 32,
    sourceNameMax: 200,
    recordIdMax: 64,
    sourceMessageMax: 300,
    /** Addresses of a server that its agents keep, and the length of one. */
    addresses: 5,
    addressMax: 255,
    /** Counts and seconds that a heartbeat reports are taken for no more than these: no machine has as many. */
    countMax: 1_000_000_000_000,
    secondsMax: 3_200_000_000,
    /** Gaps of one agent that are listed from one day; more are counted and acknowledged, not listed. */
    gapsListedPerDay: 1000,
    gapsShown: 20,
    /** Agents of a list; and bytes that their sources, and agents whose gaps, are listed with them. */
    listed: 10_000,
    listedSourceBytes: 4 * 1024 * 1024,
    listedWithGaps: 500,
    /** From when on a person is asked to look: see the server's fleet/health.ts. */
    clockSkewSeconds: 60,
    lagSeconds: 300,
    queueGrowsSeconds: 600,
    queueGrowsEvents: 1000,
    gapAttentionDays: 7,
    rejectedAttentionHours: 24,
    conflictAttentionSeconds: 3600,
    refusedAttentionHours: 24,
    /** How long a machine that an admin has released may enrol again. */
    releaseHours: 24,
    /** Age of a credential at which the heartbeat asks for a new one. */
    rotateAfterDays: 90,
  },
  /** Upgrades of agents: machines in a first ring, machines that are listed, and words of one that failed. */
  agentUpgrade: { ringMax: 500, machinesShown: 500, messageMax: 300 },
  enrolment: {
    labelMax: 200,
    maxUses: 100_000,
    defaultMaxUses: 1000,
    maxHours: 8760,
    defaultHours: 720,
    /** Tokens that are shown to admins, newest first. */
    listed: 200,
  },
  /** A download that enrols itself: how long its link works, and for how long and how many machines its token does. */
  download: { ticketMinutes: 10, tokenHours: 72, tokenUses: 25 },
  /** The first and the last moment that a call can name; inside them PostgreSQL and ISO 8601 agree on the year. */
  moments: { earliest: '1900-01-01T00:00:00.000Z', latest: '2999-12-31T23:59:59.999Z' },
  /** JSON bodies of every call but ingest. */
  jsonBodyBytes: 64 * 1024,
  /** Attempts per window, kept in PostgreSQL, so that they hold across server processes. */
  rates: {
    /** Wrong passwords for one account from all browsers that it does not know; one that it knows has its own budget. */
    signInPerAccount: { attempts: 30, windowSeconds: 900 },
    signInPerAddress: { attempts: 300, windowSeconds: 300 },
    /** One account from one address. */
    signInPerPlace: { attempts: 10, windowSeconds: 300 },
    /** One account in a browser that has signed in to it before. */
    signInPerDevice: { attempts: 10, windowSeconds: 300 },
    enrolPerAddress: { attempts: 600, windowSeconds: 60 },
    /** Agents that ask whether this is their server, before they show a credential. */
    identifyPerAddress: { attempts: 600, windowSeconds: 60 },
    rotatePerAgent: { attempts: 10, windowSeconds: 3600 },
    signUpPerAccount: { attempts: 10, windowSeconds: 3600 },
    signUpPerAddress: { attempts: 60, windowSeconds: 3600 },
    /** One mail a minute: the wait that the confirmation page shows. */
    resendPerAccount: { attempts: 1, windowSeconds: 60 },
    resendPerAddress: { attempts: 60, windowSeconds: 3600 },
    verifyPerAccount: { attempts: 10, windowSeconds: 900 },
    verifyPerAddress: { attempts: 100, windowSeconds: 900 },
    /** check-email-exists and signup-lookup together. */
    lookUpPerAccount: { attempts: 30, windowSeconds: 300 },
    lookUpPerAddress: { attempts: 120, windowSeconds: 300 },
    recoverPerAccount: { attempts: 3, windowSeconds: 900 },
    recoverPerAddress: { attempts: 30, windowSeconds: 900 },
    resetPerAddress: { attempts: 30, windowSeconds: 900 },
    /** Wrong codes of a second factor, recovery codes included. */
    factorPerAccount: { attempts: 5, windowSeconds: 300 },
    factorPerAddress: { attempts: 50, windowSeconds: 300 },
    /** Mails about a sign-in with a new browser; the log has every one. A program that keeps no cookies is new each time. */
    newDeviceMailPerAccount: { attempts: 5, windowSeconds: 3600 },
    /** Asking for the password of a session that is already signed in. */
    passwordPerAccount: { attempts: 5, windowSeconds: 300 },
    /** Invitations: the 429 says 'Try again in a minute', so that is the window. */
    invitePerOrganization: { attempts: 20, windowSeconds: 60 },
    invitePerRecipient: { attempts: 1, windowSeconds: 60 },
    /** Domains: changes of the list, look-ups in the DNS, mailed codes, and entering one. */
    domainChangePerOrganization: { attempts: 60, windowSeconds: 300 },
    domainLookUpPerOrganization: { attempts: 20, windowSeconds: 300 },
    domainMailPerOrganization: { attempts: 5, windowSeconds: 900 },
    domainCodePerOrganization: { attempts: 10, windowSeconds: 3600 },
    /** Links to packages that carry a token. */
    downloadPerOrganization: { attempts: 30, windowSeconds: 300 },
    /** Look-ups of and answers to invitations, by token or by address. */
    invitationPerAddress: { attempts: 60, windowSeconds: 300 },
    invitationPerAccount: { attempts: 30, windowSeconds: 300 },
    /** Early access and contact; nothing is stored or mailed beyond it. */
    demoRequestPerAddress: { attempts: 60, windowSeconds: 3600 },
    /** Questions with one e-mail address. */
    demoRequestPerAccount: { attempts: 10, windowSeconds: 3600 },
    mailingListPerAddress: { attempts: 30, windowSeconds: 600 },
    paymentPerAccount: { attempts: 30, windowSeconds: 300 },
  },
} as const;
