import { readFileSync } from 'node:fs';

/*
 * Loaded into a server before its own code (`node --import`): its clock is ahead by as many milliseconds as the file says whose path is in
 * E2E_CLOCK_FILE, so that a test can let time pass.
 */
const file = process.env.E2E_CLOCK_FILE;
const realNow = Date.now.bind(Date);
if (file !== undefined) Date.now = () => realNow() + Number(readFileSync(file, 'utf8'));
