import { expect, test } from 'vitest';
import { loginEmailProblem } from './signIn.ts';

test.each(['ada@northwind.example', ' Ada.Reyes+soc@NORTHWIND.example ', 'onna@northwind.example'])(
  '%s is an email',
  (text) => {
    expect(loginEmailProblem(text)).toBeNull();
  },
);

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  [`${'a'.repeat(250)}@x.example`, 'Email is too long'],
  ['<script>@northwind.example', 'Email contains invalid characters'],
  ['javascript:alert(1)@northwind.example', 'Email contains invalid characters'],
  ['VBScript:x@northwind.example', 'Email contains invalid characters'],
  ['data:text/html,x@northwind.example', 'Email contains invalid characters'],
  ['x onload=1@northwind.example', 'Email contains invalid characters'],
  ['< iframe@northwind.example', 'Email contains invalid characters'],
  ['ada@northwind.example\nbcc:x@y.example', 'Email contains invalid characters'],
  ['ada%0Ax@northwind.example', 'Email contains invalid characters'],
  ['ada', 'Please enter a valid email address'],
  ['ada@', 'Please enter a valid email address'],
  ['ada@northwind', 'Please enter a valid email address'],
  ['ada reyes@northwind.example', 'Please enter a valid email address'],
  ['ada@gmail.com', 'Personal email addresses are not allowed. Please use your company email address.'],
  [
    'ada@northwind.edu',
    'University and educational email addresses are not allowed. Please use your company email address.',
  ],
])('%j: %s', (text, problem) => {
  expect(loginEmailProblem(text)).toBe(problem);
});
