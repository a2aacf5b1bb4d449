import emailProviders from 'email-providers';
import mailchecker from 'mailchecker';
import { describe, expect, test } from 'vitest';
import { createMailProviders, isKnownMailProvider, missing } from './mailProviders.ts';

const providers =
  `gmail.com googlemail.com gmx.de gmx.net gmx.at gmx.ch web.de proton.me protonmail.com pm.me qq.com 163.com 126.com
  sina.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com temp-mail.org trashmail.com mail.com posteo.de mailbox.org
  t-online.de freenet.de bluewin.ch orange.fr laposte.net free.fr libero.it virgilio.it wp.pl o2.pl interia.pl seznam.cz naver.com
  daum.net hanmail.net rediffmail.com fastmail.com hey.com tuta.com tutanota.de inbox.lv ukr.net bk.ru list.ru rambler.ru comcast.net
  verizon.net att.net sbcglobal.net btinternet.com sky.com ziggo.nl telenet.be duck.com hushmail.com riseup.net runbox.com ymail.com
  rocketmail.com outlook.de hotmail.co.uk icloud.com zoho.com yandex.ru mail.ru sharklasers.com getnada.com maildrop.cc moakt.com
  fakeinbox.com simplelogin.com anonaddy.com`.split(/\s+/);

test.each(providers)('%s is a mail provider', (domain) => {
  expect(isKnownMailProvider(domain)).toBe(true);
});

test.each(
  'microsoft.com ibm.com siemens.com ubs.com nestle.com sap.com northwind.example acme.co.uk telekom.de swisscom.com'.split(
    ' ',
  ),
)('%s is a company', (domain) => {
  expect(isKnownMailProvider(domain)).toBe(false);
});

describe('the lists', () => {
  test('are of the expected length, and hold no suffix under which companies register', () => {
    expect(emailProviders.length).toBeGreaterThan(8000);
    expect(mailchecker.blacklist().size).toBeGreaterThan(50_000);
    const suffixes = [...mailchecker.blacklist()].filter((domain) =>
      /^(?:ac|co|com|edu|gov|ne|net|or|org)\.(?:uk|jp|au|nz|za|in|br|ua|ar|tr|kr|il|mx|sg|hk|tw|th|id|my|pl)$/.test(
        domain,
      ),
    );
    expect(suffixes).toEqual([]);
  });

  test('do not have the added entries yet', () => {
    const listed = new Set(emailProviders);
    expect(missing.filter((domain) => listed.has(domain) || mailchecker.blacklist().has(domain))).toEqual([]);
  });
});

test('the operator adds providers, with their subdomains', () => {
  const isMailProvider = createMailProviders(['letters.example']);
  expect(['letters.example', 'post.letters.example', 'gmx.de'].every(isMailProvider)).toBe(true);
  expect(['myletters.example', 'example', 'letters.example.com'].some(isMailProvider)).toBe(false);
});
