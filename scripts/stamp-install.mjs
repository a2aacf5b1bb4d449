import { stampInstall } from './toolchain.mjs';

stampInstall();
