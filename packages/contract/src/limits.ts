/**
 * Business constants and limits (spec section 9, and those of the wire). Names say the unit; plain numbers are counts.
 * The caps on figures inside panels, and the figures of demo mode, are those of `@scout/detection`; the whole lists of the reading API end at `figures.listRows`.
 */
export const limits = {
  user: {
    passwordMin: 8,
    /** scrypt hashes what it is given: a cap keeps a sign-in cheap to refuse. */
    passwordMax: 128,
    nameMin: 2,
    nameMax: 200,
    emailMax: 254,
    confirmationCodeDigits: 6,
    confirmationGateSeconds: 300,
    confirmationMinutes: 60,
    /** Wrong attempts that invalidate a code; its link stays valid. */
    confirmationAttempts: 5,
    /** After this an unconfirmed address can be registered again. */
    unconfirmedDays: 14,
    resetMinutes: 60,
    /** Minimum duration of sign-in refusals and of all answers about an address. */
    answerFloorMs: 300,
  },
  session: {
    accessTokenSeconds: 600,
    /** From closing the last tab to the end of the session: enough for a page reload. */
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
    /** Largest answer with events, uncompressed; older events that do not fit are left out. */
    answerBytes: 8 * 1024 * 1024,
    /** Characters of a text in an answer with several events; a single event is returned in full. */
    listedTextMax: 4096,
    /** Distinct types that are listed. */
    types: 1000,
  },
  /**
   * Event downloads: concurrent ones of an organization and in total; events and bytes read at a time; and the chunks in which
   * they are sent. A client that does not read a chunk in time is disconnected.
   */
  exports: {
    perOrganization: 3,
    total: 100,
    pageRows: 500,
    pageBytes: 1024 * 1024,
    pieceBytes: 256 * 1024,
    pieceSeconds: 60,
  },
  /** Days of which alerts are counted, and rows that are told of them: kinds of cases (more than there are), and exceptions. */
  alertEconomics: { days: 30, rulesListed: 50, exceptionsListed: 20 },
  /** Days of a period that evidence is about, and entries of each type in one file. */
  evidence: { days: 92, uses: 1000, findings: 500, cases: 200, decisions: 500, exceptions: 200 },
  /**
   * Reviews by owners: accounts of one, those of one page and of one decision, reviews that are listed, and characters of a comment. Days
   * until one is due; days between reminders, and reminders at most; accounts that a mail names; and minutes after the last decision
   * in which it may be replaced, before the review closes by itself.
   */
  ownerReviews: {
    accounts: 10_000,
    pageRows: 100,
    pageRowsMax: 200,
    decidedAtOnce: 100,
    listed: 24,
    commentMax: 1000,
    days: 30,
    daysMin: 7,
    daysMax: 90,
    reminderDays: 7,
    remindersMax: 3,
    namesMailed: 20,
    correctionMinutes: 60,
  },
  /** Names in a ranking of the monthly report, and rows of its other lists. */
  monthlyReport: { namesListed: 10, rowsListed: 20 },
  /**
   * Update streams: of a person, of an organization and of a server process; the interval at which access is checked
   * again; and the shortest interval between notices of an organization's new events.
   */
  updates: { perPerson: 20, perOrganization: 1000, total: 10_000, heartbeatSeconds: 20, everyMs: 200 },
  /** Incidents on one page of a timeline, and the longest name to filter by. */
  incidents: { pageRows: 50, pageRowsMax: 200, nameMax: 1024 },
  /**
   * Cases on one page and characters of texts and cursors. Of one case: findings and acts of people (comments and changes) that
   * are told, the newest first, and acts in all. Of one finding: its events; of either: names of a list, and reasons. Of the activity
   * around a case: days, and those of them before it; ways and runs that are told, hours without an event that end a run, and its
   * events on one page.
   */
  cases: {
    pageRows: 50,
    pageRowsMax: 200,
    cursorMax: 64,
    reasonMax: 2000,
    commentMax: 4000,
    findings: 200,
    changes: 200,
    actsMax: 2000,
    eventsPerFinding: 32,
    namesListed: 50,
    reasonsListed: 20,
    activityDays: 90,
    activityDaysBefore: 14,
    ways: 200,
    runs: 100,
    runGapHours: 72,
    runEvents: 25,
  },
  /** Accounts of the overview's list of open cases, and days of activity of each. */
  accountLanes: { listed: 50, days: 30 },
  /**
   * Exceptions: of one page; active or upcoming ones of an organization, and all that it made in 400 days; names of a list and
   * characters of one; days that one lasts, hours of one that names an account alone, and how far back it may begin.
   */
  exceptions: {
    pageRows: 50,
    pageRowsMax: 200,
    active: 200,
    most: 5000,
    namesMax: 50,
    nameMax: 200,
    reasonMax: 2000,
    approverMax: 254,
    daysMax: 90,
    wideHoursMax: 72,
    backDaysMax: 30,
    aheadDaysMax: 90,
  },
  /** Accounts on one page of the register; characters of owner and purpose; and of one account's activity: days, and names of a list. */
  accounts: {
    pageRows: 50,
    pageRowsMax: 200,
    ownerMax: 254,
    purposeMax: 2000,
    activityDays: 30,
    unusedDays: 90,
    namesListed: 100,
    unwatchedListed: 20,
    /** Of a list of owners and purposes: accounts in one call; accounts and bytes of a file. */
    importRows: 100,
    fileRows: 10_000,
    fileBytes: 4 * 1024 * 1024,
  },
  /** Of one alert recipient: mails an hour, at most and unless chosen otherwise. */
  alerts: { hourlyCapMax: 60, hourlyCap: 10 },
  /**
   * Channels: of an organization; characters of name, address and pattern; deliveries that are listed with each; hours for which messages
   * are signed with a former secret, too; and hours after which a message is given up, and a channel that always failed switched off.
   */
  channels: {
    most: 10,
    nameMax: 100,
    urlMax: 2048,
    patternMax: 200,
    caMax: 20_000,
    deliveriesListed: 20,
    formerSecretHours: 24,
    failingHours: 72,
  },
  /**
   * Contracts of accounts: entries of a list and characters of each; days of activity that are proposed from and tried on, hours of
   * ways that are read of these, the newest first; and cases that a trial names.
   */
  accountContracts: {
    names: 50,
    nameMax: 253,
    kindMax: 64,
    days: 90,
    activityRows: 100_000,
    trialCases: 5,
  },
  organization: { members: 10_000, alertRecipients: 50, invitationDays: 7 },
  domains: {
    /** Of one organization. */
    most: 20,
    /** RFC 1035, in characters. */
    nameMax: 253,
    codeMinutes: 30,
    /** Time for a lookup over all DNS servers. */
    lookUpMs: 3000,
    /** Concurrent lookups of a server process; each holds a database connection. */
    lookUpsAtOnce: 3,
  },
  auditLog: { rows: 100, filterMax: 254 },
  mailingList: { attempts: 3, windowSeconds: 60 },
  /** Early access and contact. */
  demoRequest: {
    phoneMax: 50,
    jobTitleMax: 200,
    messageMax: 5000,
    /** A form that is sent faster than this after it appeared counts as spam; the forms themselves wait. */
    minimumFillMs: 2000,
    elapsedMaxMs: 1_000_000_000_000,
    /** Of the operator's list. */
    pageRows: 1000,
    salesAddresses: 10,
  },
  payment: {
    sessionIdMax: 255,
    providerTimeoutMs: 5000,
    webhookToleranceSeconds: 300,
    webhookBytes: 1024 * 1024,
  },
  figures: {
    listRows: 1000,
    /** The Incident Log of Service Account Activity; as many as one poll brings. */
    incidentLogRows: 5000,
    /** Longest window of figures: the retention, and the day by which an end may lie ahead. */
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
  /**
   * Days after which the server deletes entries of the audit log, reviews by owners and ids of deleted organizations, requests of visitors and addresses of the mailing list. Events, and what
   * was made of them, go after {@link limits.events.retentionDays}.
   */
  retention: { auditLogDays: 730, requestDays: 365, mailingListDays: 730 },
  /**
   * Ends of subscriptions: days before the end of a trial on which admins are mailed, days that the data of an organization without a
   * subscription are kept, days between the request for the deletion of an organization and the deletion, and seconds after which agents
   * without a subscription ask again.
   */
  subscription: { reminderDays: [3, 1], dataKeptDays: 30, deletionDelayDays: 7, agentRetrySeconds: 900 },
  launchCountdown: '2025-09-15T00:00:00.000Z',
  footerYear: 2025,
  /** Limits of an ingest body. A line over its limit is rejected by number; the others refuse the body (413). */
  ingest: {
    compressedBytes: 8 * 1024 * 1024,
    decompressedBytes: 32 * 1024 * 1024,
    lineBytes: 1024 * 1024,
    lines: 10_000,
    /** Size of the rows of one batch, in bytes: more than the body, because a line is stored under several names. */
    rowBytes: 48 * 1024 * 1024,
    /** Largest value of the `scout-batch` header, below the largest safe integer, so that there is always a next number. */
    batchNumberMax: 9_000_000_000_000_000,
    /** Largest distance of a batch number from the agent's last stored one. */
    batchNumberReach: 1_000_000,
  },
  /**
   * Quotas, unless the operator sets others. A rate may be exceeded for a while: what was not used of it in the last
   * `burstSeconds` can be used at once. Bytes are those stored from midnight to midnight, UTC: bodies as they came, and their rows.
   */
  quota: {
    burstSeconds: 20,
    /** A larger event counts once for each of these. */
    eventBytes: 2048,
    /** A batch counts as at least so many events. */
    batchEvents: 10,
    /** An unreadable batch, which no agent sends, counts as this many: it costs as much as the largest one. */
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
    /** An agent without contact for this long is shown as silent. */
    silentAfterSeconds: 180,
    /** Limits of a heartbeat. Gaps are sent again until they are acknowledged. */
    gapsPerHeartbeat: 100,
    sourcesPerHeartbeat: 32,
    sourceNameMax: 200,
    recordIdMax: 64,
    sourceMessageMax: 300,
    /** Number of server addresses that agents keep, and the longest address. */
    addresses: 5,
    addressMax: 255,
    /** Caps on counts and seconds in heartbeats. */
    countMax: 1_000_000_000_000,
    secondsMax: 3_200_000_000,
    /** Listed gaps per agent and day; further ones are counted and acknowledged, not listed. */
    gapsListedPerDay: 1000,
    gapsShown: 20,
    /** Agents of a list; and bytes that their sources, and agents whose gaps, are listed with them. */
    listed: 10_000,
    listedSourceBytes: 4 * 1024 * 1024,
    listedWithGaps: 500,
    /** Thresholds for attention: see the server's fleet/health.ts. */
    clockSkewSeconds: 60,
    lagSeconds: 300,
    queueGrowsSeconds: 600,
    queueGrowsEvents: 1000,
    gapAttentionDays: 7,
    rejectedAttentionHours: 24,
    conflictAttentionSeconds: 3600,
    refusedAttentionHours: 24,
    /** How long a machine that an admin has released may enroll again. */
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
  /** A download that enrolls itself: lifetime of its link, and lifetime and uses of its token. */
  download: { ticketMinutes: 10, tokenHours: 72, tokenUses: 25 },
  /** Earliest and latest time in a call; between them PostgreSQL and ISO 8601 agree on the year. */
  moments: { earliest: '1900-01-01T00:00:00.000Z', latest: '2999-12-31T23:59:59.999Z' },
  /** JSON bodies of every call but ingest. */
  jsonBodyBytes: 64 * 1024,
  detectionSettings: {
    previewDays: 30,
    /** Events that a preview looks at, the newest of these days. */
    previewEvents: 50_000,
    /** Names in each list of a preview. */
    previewNames: 20,
  },
  /** Attempts per window, kept in PostgreSQL, so that they hold across server processes. */
  rates: {
    /** Wrong passwords for one user from all unknown browsers; a known browser has its own budget. */
    signInPerAccount: { attempts: 30, windowSeconds: 900 },
    signInPerAddress: { attempts: 300, windowSeconds: 300 },
    /** One user from one address. */
    signInPerPlace: { attempts: 10, windowSeconds: 300 },
    /** One user in a browser with an earlier sign-in. */
    signInPerDevice: { attempts: 10, windowSeconds: 300 },
    enrolPerAddress: { attempts: 600, windowSeconds: 60 },
    /** Agents that verify their server before they send a credential. */
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
    /** Mails about a sign-in with a new browser; the log records each. A client without cookies is new each time. */
    newDeviceMailPerAccount: { attempts: 5, windowSeconds: 3600 },
    /** Password checks within a session that is already signed in. */
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
    /** Each looks at up to {@link limits.detectionSettings.previewEvents} events. */
    detectionPreviewPerOrganization: { attempts: 30, windowSeconds: 60 },
    /** Each has all findings looked at again. */
    exceptionsPerOrganization: { attempts: 60, windowSeconds: 300 },
    /** Each reads up to {@link limits.accountContracts.activityRows} rows. */
    contractTrialPerOrganization: { attempts: 60, windowSeconds: 60 },
    /** Changes of channels. */
    channelsPerOrganization: { attempts: 60, windowSeconds: 300 },
    /** Each sends a request to an address of an admin's choice. */
    channelTestPerOrganization: { attempts: 20, windowSeconds: 60 },
    /** Each has all stored events judged again. */
    detectionSettingsPerOrganization: { attempts: 10, windowSeconds: 300 },
    /** Each mails all owners. */
    ownerReviewsPerOrganization: { attempts: 10, windowSeconds: 3600 },
    paymentPerAccount: { attempts: 30, windowSeconds: 300 },
  },
} as const;
