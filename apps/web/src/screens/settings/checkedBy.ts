interface Rule {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { message: string }[] } };
}

/** A validation for a form field: the first fault that the contract's rule finds, in its words. */
export const checkedBy =
  (rule: Rule) =>
  (value: unknown): true | string => {
    const { success, error } = rule.safeParse(value);
    return success || (error?.issues[0]?.message ?? 'This is not valid.');
  };
