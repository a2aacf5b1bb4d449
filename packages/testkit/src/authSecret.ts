/** For every server under test: they share a cluster, and so the password of its login, and some share a database. */
export const authSecret = 'the same secret for every server under test';
