-- When an address was confirmed and when its owner last signed in; the library's own tables know only whether.
ALTER TABLE auth."user" ADD COLUMN email_confirmed_at timestamptz, ADD COLUMN last_sign_in_at timestamptz;
