/**
 * Business constants and limits (spec section 9, and those of the wire). Names contain the unit; plain numbers are counts. Caps
 * on figures inside panels, and figures of demo mode, are in `@scout/detection`; full lists of the reading API are limited by
 * `figures.listRows`.
 */
export const limits = {
  user: {
    passwordMin: 8,
    /** Limits the cost of hashing with scrypt before a sign-in can be refused. */
    passwordMax: 128,
    nameMin: 2,
    nameMax: 200,
    emailMax: 254,
    confirmationCodeDigits: 6,
    confirmationGateSeconds: 300,
    confirmationMinutes: 60,
    /** Wrong attempts that invalidate a code; its link stays valid. */
    confirmationAttempts: 5,
    /** Days after which an unconfirmed address can be registered again. */
    unconfirmedDays: 14,
    resetMinutes: 60,
    /** Minimum duration of sign-in refusals and of all responses about an address. */
    answerFloorMs: 300,
  },
  session: {
    accessTokenSeconds: 600,
    /** Time from closing the last tab to the end of the session: enough for a page reload. */
    leaveGraceSeconds: 30,
  },
  secondFactor: {
    factors: 10,
    friendlyNameMax: 100,
    recoveryCodes: 10,
    challengeSeconds: 300,
    /** RFC 6238: six digits, SHA-1, and one step of clock difference either way, besides that between servers. */
    periodSeconds: 30,
    digits: 6,
    window: 1,
  },
  passkeys: {
    listed: 10,
    friendlyNameMax: 100,
    challengeSeconds: 300,
    /** Base64url texts of one answer of an authenticator. */
    credentialIdMax: 1_400,
    partMax: 16_384,
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
    /** Maximum uncompressed response with events; older events that do not fit are omitted. */
    answerBytes: 8 * 1024 * 1024,
    /** Characters of a text in a response with several events; a single event is returned in full. */
    listedTextMax: 4096,
    /** Maximum of listed distinct types. */
    types: 1000,
  },
  /**
   * Event downloads: concurrent ones per organization and in total; events and bytes per read; and chunk size. A client that does
   * not read a chunk in time is disconnected.
   */
  exports: {
    perOrganization: 3,
    total: 100,
    pageRows: 500,
    pageBytes: 1024 * 1024,
    pieceBytes: 256 * 1024,
    pieceSeconds: 60,
  },
  /** Days of counted alerts, and listed rows: kinds of cases (more than exist), and exceptions. */
  alertEconomics: { days: 30, rulesListed: 50, exceptionsListed: 20 },
  /** Days of an evidence period, entries of each type in one file, and bytes of its events' raw text. */
  evidence: {
    days: 92,
    uses: 1000,
    findings: 500,
    cases: 200,
    decisions: 500,
    exceptions: 200,
    events: 200,
    eventBytes: 4 * 1024 * 1024,
  },
  /**
   * Reviews by owners: accounts of one review, of one page and of one decision, listed reviews, and characters of a comment. Days
   * until a review is due; days between reminders, and maximum reminders; accounts named in a mail; and minutes after the last
   * decision in which it may be replaced, before the review closes automatically.
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
   * Update streams: per person, per organization and per server process; interval of repeated access checks; and minimum interval
   * between notices of an organization's new events.
   */
  updates: { perPerson: 20, perOrganization: 1000, total: 10_000, heartbeatSeconds: 20, everyMs: 200 },
  /**
   * Incidents per page, and longest name in filters. Of a page of runs: runs, incidents that it groups, and names in a column of
   * their path.
   */
  incidents: { pageRows: 50, pageRowsMax: 200, nameMax: 1024, runs: 100, runRows: 2000, pathNames: 3 },
  /**
   * Cases per page, and characters of texts and cursors. Of one case: listed findings and actions of people (comments and
   * changes), newest first, and actions in total. Of one finding: its events; of either: names in a list, and reasons. Of the
   * activity around a case: days, and days before the case; listed ways and runs, hours without an event that end a run, and
   * events per page of a run. Of the people's sign-ins around findings: findings (the newest), hours before and after each,
   * events searched around each (the newest), and listed sign-ins. Of what depends on the account: days, listed machines, and
   * names of each.
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
    signIns: { findings: 3, hoursBefore: 10, hoursAfter: 1, searched: 100_000, listed: 20 },
    dependents: { days: 30, listed: 10, names: 3 },
  },
  /** Days covered by counts of cases and by values of a property. */
  caseFacets: { days: 60, listed: 50 },
  /** Found people and hosts per answer, and characters of the text that they are found by, as of cases and accounts. */
  names: { foundRows: 50, textMax: 200 },
  /** Views that a person saves; characters of a name and of a query string. */
  savedViews: { most: 50, nameMax: 60, queryMax: 1000 },
  /** Accounts of the overview's list of open cases, and days of activity of each. */
  accountLanes: { listed: 50, days: 30 },
  /**
   * Exceptions: per page; active or upcoming ones of an organization, and all created in 400 days; names in a list and characters
   * of one; maximum duration in days, in hours for an exception that names only an account, and how far back the start may lie. Of a
   * trial: days, findings at most (the newest), and cases in the answer.
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
    trialDays: 90,
    trialFindings: 20_000,
    trialCases: 5,
  },
  /**
   * Trials of settings on stored activity: days with cases, days of learning before them, stored bytes of activity (the newest), and
   * cases in each list.
   */
  caseTrial: { days: 90, learningDays: 30, bytes: 16_777_216, cases: 5 },
  /** Accounts per page of the register; characters of owner and purpose; and of one account's activity: days, and names in a list. */
  /** Decoys of an organization, days without any use before an account becomes one, and names listed beside a proposed one. */
  decoys: { most: 50, unusedDays: 30, besideListed: 5 },
  /** Uses of RC4: rows of a page, and days that they are kept after the last ticket. */
  rc4: { pageRows: 200, pageRowsMax: 1000, days: 90, fileRows: 20_000 },
  /** Postures: accounts of a page, rows of a file, findings of one kind listed in a PDF, and new ones told of one sync. */
  postures: { pageRows: 200, pageRowsMax: 1000, fileRows: 100_000, pdfRows: 500, reportedOfSync: 20 },
  accounts: {
    pageRows: 50,
    pageRowsMax: 200,
    ownerMax: 254,
    purposeMax: 2000,
    activityDays: 30,
    unusedDays: 90,
    namesListed: 100,
    unwatchedListed: 20,
    spnsListed: 10,
    /** For a list of owners and purposes: accounts per call; accounts and bytes of a file. */
    importRows: 100,
    fileRows: 10_000,
    fileBytes: 4 * 1024 * 1024,
  },
  /** Mails per hour to one alert recipient: maximum and default. */
  alerts: { hourlyCapMax: 60, hourlyCap: 10 },
  /**
   * Channels: per organization; characters of name, address and pattern; listed deliveries of each; hours of also signing with a
   * former secret; and hours until a message is given up and a constantly failing channel is switched off.
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
    credentialMax: 1000,
    userMax: 200,
    approvedStatuses: 10,
  },
  /**
   * Directories: per organization; characters of each setting; bytes and keys of a keytab; entries, bytes and seconds of one sync; values
   * kept of one attribute; minutes between syncs; hours after which all entries are read again; bytes of one piece of an agent's snapshot,
   * and pieces; characters of its document; and minutes after which an agent that did not read a due directory is reported.
   */
  directories: {
    most: 10,
    nameMax: 100,
    urlMax: 300,
    caMax: 20_000,
    bindNameMax: 500,
    passwordMax: 256,
    keytabMax: 16 * 1024,
    keytabEntries: 200,
    kdcMax: 260,
    baseMax: 1000,
    filterMax: 2000,
    entries: 200_000,
    bytes: 512 * 1024 * 1024,
    seconds: 900,
    valuesKept: 100,
    everyMinutes: 15,
    fullHours: 24,
    pieceBytes: 45_000,
    pieces: 2_000,
    snapshotDocumentMax: 4_000,
    overdueMinutes: 10,
  },
  /**
   * Single sign-on: characters of each setting; break-glass accounts; minutes that a person has at the provider; names of claims that a
   * test lists; seconds and bytes of a response of the provider; characters of
   * an address for log-outs; bytes of a report of a log-out. SAML: bytes of metadata and of a response, characters of metadata that are
   * entered, start and end tags of either and their depth, seconds for reading one, certificates of a provider, days of the server's own one, and
   * seconds by which clocks may differ.
   */
  sso: {
    issuerMax: 300,
    clientIdMax: 300,
    clientSecretMax: 500,
    breakGlass: 5,
    attemptMinutes: 15,
    claimsListed: 60,
    responseSeconds: 10,
    responseBytes: 1024 * 1024,
    urlMax: 2000,
    logoutTokenBytes: 16 * 1024,
    metadataBytes: 256 * 1024,
    responseFormBytes: 384 * 1024,
    metadataMax: 48_000,
    xmlTags: 4_000,
    xmlDepth: 60,
    readSeconds: 5,
    certificates: 10,
    certificateDays: 3650,
    skewSeconds: 60,
  },
  /**
   * Contracts of accounts: entries in a list and characters of each; days of activity for proposals and trials, hours of ways
   * read from them, newest first; and cases named by a trial.
   */
  accountContracts: {
    names: 50,
    nameMax: 253,
    kindMax: 64,
    days: 90,
    activityRows: 100_000,
    trialCases: 5,
    /** Open cases and misuses of an account whose activity is left out of a proposal, the newest first. */
    suspectCases: 200,
  },
  /**
   * SCIM: bytes of a request, resources in an answer, members listed in one; groups; operations and values of a PATCH; characters of a
   * filter, its comparisons and its depth.
   */
  scim: {
    bodyBytes: 2 * 1024 * 1024,
    pageSize: 200,
    membersListed: 25_000,
    groups: 1_000,
    operations: 1_000,
    values: 25_000,
    textMax: 254,
    filterMax: 1_000,
    comparisons: 20,
    depth: 10,
  },
  /** Groups that give roles, and groups that a provider may name at sign-in. */
  groupRoles: { most: 100, groupsOfPerson: 1_000 },
  /**
   * Configuration as a file: characters of it and bytes of the request with it; its depth, aliases and lexical parts; references to secrets, characters of
   * one and of its value; and problems named at once.
   */
  configuration: {
    textMax: 1024 * 1024,
    bodyBytes: 6 * 1024 * 1024,
    depth: 12,
    aliases: 100,
    parts: 400_000,
    secrets: 40,
    referenceMax: 500,
    secretMax: 48_000,
    problems: 20,
  },
  organization: { members: 25_000, alertRecipients: 50, invitationDays: 7 },
  domains: {
    /** Maximum per organization. */
    most: 20,
    /** RFC 1035, in characters. */
    nameMax: 253,
    codeMinutes: 30,
    /** Timeout of a lookup over all DNS servers. */
    lookUpMs: 3000,
    /** Concurrent lookups per server process; each holds a database connection. */
    lookUpsAtOnce: 3,
  },
  auditLog: { rows: 100, filterMax: 254 },
  mailingList: { attempts: 3, windowSeconds: 60 },
  /** Early access and contact. */
  demoRequest: {
    phoneMax: 50,
    jobTitleMax: 200,
    messageMax: 5000,
    /** A form sent sooner than this after it appeared counts as spam; the forms themselves wait. */
    minimumFillMs: 2000,
    elapsedMaxMs: 1_000_000_000_000,
    /** Page size of the operator's list. */
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
    /** The Incident Log of Service Account Activity; as many rows as one poll. */
    incidentLogRows: 5000,
    /** Longest window of figures: the retention, and the one day by which an end may lie in the future. */
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
   * Retention of audit log entries, reviews by owners, ids of deleted organizations, visitors' requests and mailing list
   * addresses. Events and data derived from them have {@link limits.events.retentionDays} unless an organization chose another
   * number in the bounds given here; a shorter one applies after some days, and a legal hold has a reason.
   */
  retention: {
    auditLogDays: 730,
    requestDays: 365,
    mailingListDays: 730,
    daysMin: 31,
    daysMax: 3650,
    shorteningDelayDays: 7,
    holdReasonMax: 500,
  },
  /**
   * Ends of subscriptions: days before the end of a trial on which admins are mailed, days of data retention without a
   * subscription, days between request and deletion of an organization, and seconds after which agents without a subscription
   * retry.
   */
  subscription: { reminderDays: [3, 1], dataKeptDays: 30, deletionDelayDays: 7, agentRetrySeconds: 900 },
  launchCountdown: '2025-09-15T00:00:00.000Z',
  footerYear: 2025,
  /** Limits of an ingest body. A line over its limit is rejected by number; the other limits refuse the body (413). */
  ingest: {
    compressedBytes: 8 * 1024 * 1024,
    decompressedBytes: 32 * 1024 * 1024,
    lineBytes: 1024 * 1024,
    lines: 10_000,
    /** Maximum size of the rows of one batch: more than the body, because a line is stored under several names. */
    rowBytes: 48 * 1024 * 1024,
    /** Maximum value of the `scout-batch` header, below the largest safe integer, so that a next number always exists. */
    batchNumberMax: 9_000_000_000_000_000,
    /** Maximum distance of a batch number from the agent's last stored one. */
    batchNumberReach: 1_000_000,
  },
  /**
   * Default quotas, which the operator can override. Bursts may exceed a rate: the unused allowance of the last `burstSeconds` is
   * available immediately. Bytes are those stored from midnight to midnight, UTC: bodies as received, and their rows.
   */
  quota: {
    burstSeconds: 20,
    /** A larger event counts once for each started multiple of this size. */
    eventBytes: 2048,
    /**
     * Processor time of servers' main threads: milliseconds that each event of the permitted rate includes, meant to be more
     * than an ordinary one takes, and seconds of each second that every sender has.
     */
    processor: { eventMs: 0.1, least: 0.5 },
    /** Minimum number of events that a batch counts as. */
    batchEvents: 10,
    /** Number of events that an unreadable batch counts as; agents never send one, and it costs as much as the largest batch. */
    unreadableBatchEvents: 30_000,
    /** Total of all agents of an organization. */
    plans: {
      trial: { eventsPerSecond: 5_000, bytesPerDay: 20_000_000_000 },
      subscribed: { eventsPerSecond: 20_000, bytesPerDay: 500_000_000_000 },
    },
    /** Per agent. */
    agent: { eventsPerSecond: 5_000, bytesPerDay: 50_000_000_000 },
    eventsPerSecondMax: 10_000_000,
    bytesPerDayMax: 1_000_000_000_000_000,
    /** Listed agents with bytes stored today, most first. */
    agentsListed: 10,
  },
  agent: {
    machineIdMax: 128,
    hostMax: 255,
    versionMax: 64,
    platformMax: 64,
    /** Time without contact after which an agent is shown as silent. */
    silentAfterSeconds: 180,
    /** Limits of a heartbeat. Gaps are sent again until acknowledged. */
    gapsPerHeartbeat: 100,
    sourcesPerHeartbeat: 32,
    sourceNameMax: 200,
    recordIdMax: 64,
    sourceMessageMax: 300,
    namesEtagMax: 64,
    /** Characters of a signed document with names: those of the names, escaped, and the marks between them. */
    namesDocumentMax: 300_000,
    /** Maximum number of server addresses stored by agents, and length of an address. */
    addresses: 5,
    addressMax: 255,
    /** Caps on counts and seconds in heartbeats. */
    countMax: 1_000_000_000_000,
    secondsMax: 3_200_000_000,
    /** Listed gaps per agent and day; further ones are counted and acknowledged, but not listed. */
    gapsListedPerDay: 1000,
    gapsShown: 20,
    /** Agents in a list, and total bytes of listed sources and gaps. */
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
    /** Hours in which a machine released by an admin may enroll again. */
    releaseHours: 24,
    /**
     * Agents of an organization that are not revoked: as many as are listed. Of these, machines that await approval, those that one
     * person's downloads brought, and days after which a machine without approval is removed.
     */
    most: 10_000,
    awaiting: 500,
    awaitingOfPerson: 100,
    awaitingDays: 14,
    /** Age of a credential at which the heartbeat requests rotation. */
    rotateAfterDays: 90,
  },
  /**
   * Upgrades of agents: machines in a first ring, listed machines, characters of a failure message, machines that a server process
   * lets download at a time, and minutes after which one that has not finished lets another go first.
   */
  agentUpgrade: { ringMax: 500, machinesShown: 500, messageMax: 300, atOnce: 100, turnMinutes: 10 },
  /** Groups of machines and their configurations; characters, entries, and machines in one call. */
  agentGroup: {
    most: 50,
    nameMax: 60,
    patterns: 20,
    patternMax: 100,
    sources: 16,
    sourceMax: 250,
    excludedIds: 30,
    rateMin: 10,
    rateMax: 100_000,
    tags: 10,
    proxyMax: 255,
    versionsKept: 50,
    machinesPerCall: 500,
    machinesShown: 500,
    messageMax: 300,
    /** Bytes of a signed document. */
    documentBytes: 16_384,
  },
  enrolment: {
    labelMax: 200,
    maxUses: 100_000,
    defaultMaxUses: 1000,
    maxHours: 8760,
    defaultHours: 720,
    /** Tokens listed for admins, newest first. */
    listed: 200,
  },
  /**
   * API tokens: of a person and of an organization, expired ones included; characters of a name; days until one expires; and
   * listed ones of all members, newest first. Their rates are below.
   */
  apiTokens: {
    perPerson: 20,
    perOrganization: 50,
    nameMax: 60,
    daysMax: 365,
    daysDefault: 90,
    membersListed: 500,
  },
  /** Maximum characters of what a tool returns to an assistant. */
  assistants: { answerMax: 400_000 },
  /** A self-enrolling download: lifetime of its link, and lifetime and uses of its token. */
  download: { ticketMinutes: 10, tokenHours: 72, tokenUses: 25 },
  /** Earliest and latest time in a call; PostgreSQL and ISO 8601 agree on the year between them. */
  moments: { earliest: '1900-01-01T00:00:00.000Z', latest: '2999-12-31T23:59:59.999Z' },
  /** JSON bodies of every call but ingest. */
  jsonBodyBytes: 64 * 1024,
  detectionSettings: {
    previewDays: 30,
    /** Maximum number of events in a preview, the newest of these days. */
    previewEvents: 50_000,
    /** Names in each list of a preview. */
    previewNames: 20,
    /** Names listed for each entry of a preview. */
    previewRuleNames: 10,
  },
  /** Attempts per window, stored in PostgreSQL, so that they apply across server processes. */
  rates: {
    /** Wrong passwords for one user from all unknown browsers; a known browser has its own limit. */
    signInPerUser: { attempts: 30, windowSeconds: 900 },
    signInPerAddress: { attempts: 300, windowSeconds: 300 },
    /** One user from one address. */
    signInPerPlace: { attempts: 10, windowSeconds: 300 },
    /** One user in a browser with an earlier sign-in. */
    signInPerDevice: { attempts: 10, windowSeconds: 300 },
    enrolPerAddress: { attempts: 600, windowSeconds: 60 },
    /** Agents that verify their server before sending a credential. */
    identifyPerAddress: { attempts: 600, windowSeconds: 60 },
    rotatePerAgent: { attempts: 10, windowSeconds: 3600 },
    signUpPerUser: { attempts: 10, windowSeconds: 3600 },
    signUpPerAddress: { attempts: 60, windowSeconds: 3600 },
    /** One mail per minute: the wait shown by the confirmation page. */
    resendPerUser: { attempts: 1, windowSeconds: 60 },
    resendPerAddress: { attempts: 60, windowSeconds: 3600 },
    verifyPerUser: { attempts: 10, windowSeconds: 900 },
    verifyPerAddress: { attempts: 100, windowSeconds: 900 },
    /** check-email-exists and signup-lookup together. */
    lookUpPerUser: { attempts: 30, windowSeconds: 300 },
    lookUpPerAddress: { attempts: 120, windowSeconds: 300 },
    recoverPerUser: { attempts: 3, windowSeconds: 900 },
    recoverPerAddress: { attempts: 30, windowSeconds: 900 },
    resetPerAddress: { attempts: 30, windowSeconds: 900 },
    /** Wrong codes of a second factor, recovery codes included. */
    factorPerUser: { attempts: 5, windowSeconds: 300 },
    factorPerAddress: { attempts: 50, windowSeconds: 300 },
    /** Sign-ins with a passkey alone: what they ask and what they answer. */
    passkeyPerAddress: { attempts: 300, windowSeconds: 300 },
    /** Challenges within one session. */
    passkeyChallengePerUser: { attempts: 60, windowSeconds: 300 },
    /** Mails about a sign-in from a new browser; the log records each sign-in. A client without cookies counts as new each time. */
    newDeviceMailPerUser: { attempts: 5, windowSeconds: 3600 },
    /** Password checks within a session that is already signed in. */
    passwordPerUser: { attempts: 5, windowSeconds: 300 },
    /** Calls with one API token, and kibibytes that they send and receive. */
    callsPerApiToken: { attempts: 600, windowSeconds: 60 },
    /** The same for provisioning: directories ask for 25 in a second at least. */
    provisioningCallsPerApiToken: { attempts: 3_000, windowSeconds: 60 },
    kibibytesPerApiToken: { attempts: 2 * 1024 * 1024, windowSeconds: 3600 },
    /** Invitations: the 429 says 'Try again in a minute', so that is the window. */
    invitePerOrganization: { attempts: 20, windowSeconds: 60 },
    invitePerRecipient: { attempts: 1, windowSeconds: 60 },
    /** Domains: changes of the list, DNS lookups, mailed codes, and entered codes. */
    domainChangePerOrganization: { attempts: 60, windowSeconds: 300 },
    domainLookUpPerOrganization: { attempts: 20, windowSeconds: 300 },
    domainMailPerOrganization: { attempts: 5, windowSeconds: 900 },
    domainCodePerOrganization: { attempts: 10, windowSeconds: 3600 },
    /** Changes of groups of machines and of their configurations. */
    agentGroupsPerOrganization: { attempts: 60, windowSeconds: 60 },
    /** Links to packages with a token. */
    downloadPerOrganization: { attempts: 30, windowSeconds: 300 },
    /** Lookups of and responses to invitations, by token or by address. */
    invitationPerAddress: { attempts: 60, windowSeconds: 300 },
    invitationPerUser: { attempts: 30, windowSeconds: 300 },
    /** Early access and contact; nothing is stored or mailed above the limit. */
    demoRequestPerAddress: { attempts: 60, windowSeconds: 3600 },
    /** Questions with one e-mail address. */
    demoRequestPerEmail: { attempts: 10, windowSeconds: 3600 },
    mailingListPerAddress: { attempts: 30, windowSeconds: 600 },
    /** Each examines up to {@link limits.detectionSettings.previewEvents} events. */
    detectionPreviewPerOrganization: { attempts: 30, windowSeconds: 60 },
    /** Each triggers a re-evaluation of all findings. */
    exceptionsPerOrganization: { attempts: 60, windowSeconds: 300 },
    /** Each reads up to {@link limits.accountContracts.activityRows} rows. */
    contractTrialPerOrganization: { attempts: 60, windowSeconds: 60 },
    /** Each assesses up to {@link limits.caseTrial.bytes} bytes of activity twice. */
    caseTrialPerOrganization: { attempts: 10, windowSeconds: 60 },
    /** Each reads up to {@link limits.exceptions.trialFindings} findings. */
    exceptionTrialPerOrganization: { attempts: 60, windowSeconds: 60 },
    /** Changes of channels. */
    channelsPerOrganization: { attempts: 60, windowSeconds: 300 },
    /** Each sends a request to an address chosen by an admin. */
    channelTestPerOrganization: { attempts: 20, windowSeconds: 60 },
    /** Change numbers that are checked: each asks another system while a database connection waits. */
    changeCheckPerOrganization: { attempts: 10, windowSeconds: 60 },
    /** Changes and syncs of directories; each sync signs in to an address chosen by an admin. */
    directoriesPerOrganization: { attempts: 30, windowSeconds: 300 },
    /** Snapshots that agents begin; each replaces the pieces of the one before. */
    snapshotsPerAgent: { attempts: 60, windowSeconds: 300 },
    /** Changes and tests of single sign-on. */
    ssoPerOrganization: { attempts: 30, windowSeconds: 300 },
    /** Changes of groups that give roles: each looks at every provisioned member. */
    groupRolesPerOrganization: { attempts: 60, windowSeconds: 300 },
    /** Sign-ins, and log-outs that a provider reports: each asks the provider. */
    ssoStartPerAddress: { attempts: 600, windowSeconds: 300 },
    ssoStartPerOrganization: { attempts: 3_000, windowSeconds: 300 },
    ssoCallbackPerAddress: { attempts: 1_200, windowSeconds: 300 },
    ssoLogoutPerOrganization: { attempts: 3_000, windowSeconds: 300 },
    /** Each triggers a re-evaluation of all stored events. */
    detectionSettingsPerOrganization: { attempts: 10, windowSeconds: 300 },
    /** Each mails all owners. */
    ownerReviewsPerOrganization: { attempts: 10, windowSeconds: 3600 },
    paymentPerUser: { attempts: 30, windowSeconds: 300 },
  },
  /** Attempts per window and server process, counted in memory: writing each to the database would cost as much as the attempt. */
  ratesOfProcess: {
    /** Agents send one every 30 seconds. */
    heartbeatPerAgent: { attempts: 60, windowSeconds: 60 },
    /** Each stores up to {@link limits.directories.pieceBytes} bytes. */
    piecesPerAgent: { attempts: 2_000, windowSeconds: 60 },
    /** Twice as many as a fleet of {@link limits.agent.listed} sends. */
    heartbeatPerOrganization: { attempts: 40_000, windowSeconds: 60 },
  },
} as const;
