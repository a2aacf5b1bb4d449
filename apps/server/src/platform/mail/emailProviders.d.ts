declare module 'email-providers' {
  /** Domains, in lower case. */
  const domains: readonly string[];
  export default domains;
}
