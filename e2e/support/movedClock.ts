import { readFileSync } from 'node:fs';

/*
 * Loaded into a server before its own code (`node --import`): its clock is ahead by the milliseconds in the file at
 * E2E_CLOCK_FILE, so that a test can advance time.
 */
const file = process.env.E2E_CLOCK_FILE;
const realNow = Date.now.bind(Date);
if (file !== undefined) Date.now = () => realNow() + Number(readFileSync(file, 'utf8'));
