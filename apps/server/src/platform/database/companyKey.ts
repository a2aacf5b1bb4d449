/** Form of company names for comparison: case-insensitive, with Unicode equivalents unified. */
export const companyKey = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
