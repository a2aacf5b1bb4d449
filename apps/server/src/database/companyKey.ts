/** How company names are compared: without case, and as one character where Unicode has several. */
export const companyKey = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
