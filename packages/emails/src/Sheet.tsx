import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { look } from './look.ts';
import { webAddress } from './plain.ts';

interface SheetProps {
  /** Preview text beside the subject. */
  readonly preview: string;
  readonly title: string;
  /** Why this mail came, and what to do when it should not have. */
  readonly reason: string;
  /** Address that ends such mails, where the reader may do so. */
  readonly unsubscribe?: string;
  readonly children: ReactNode;
}

/** The paper that every mail is written on. */
export function Sheet({ preview, title, reason, unsubscribe, children }: SheetProps) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={look.page}>
        <Container style={look.sheet}>
          <Text style={look.brand}>Scout</Text>
          <Heading as="h1" style={look.title}>
            {title}
          </Heading>
          {children}
          <Hr style={look.rule} />
          <Text style={look.muted}>{reason}</Text>
          {unsubscribe !== undefined && <Unsubscribe link={unsubscribe} />}
        </Container>
      </Body>
    </Html>
  );
}

/** The one thing to press, and its address in full for where it cannot be pressed. */
export function Action({ link, children }: { readonly link: string; readonly children: string }) {
  const address = webAddress(link);
  return (
    <>
      <Section style={look.action}>
        <Button href={address} style={look.button}>
          {children}
        </Button>
      </Section>
      <Text style={look.muted}>The link in full:</Text>
      <Text style={look.address}>{address}</Text>
    </>
  );
}

/** The way out, as a link and in full. */
function Unsubscribe({ link }: { readonly link: string }) {
  const address = webAddress(link);
  return (
    <>
      <Text style={look.muted}>
        To stop these mails:{' '}
        <Link href={address} style={look.link}>
          Unsubscribe
        </Link>
      </Text>
      <Text style={look.address}>{address}</Text>
    </>
  );
}
