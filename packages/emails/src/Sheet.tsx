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
  /** Reason for this mail, and what to do if it was unexpected. */
  readonly reason: string;
  /** Unsubscribe address, if the reader can unsubscribe. */
  readonly unsubscribe?: string;
  readonly children: ReactNode;
}

/** The layout of every mail. */
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

/** The main button, with its full address for programs without buttons. */
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

/** The unsubscribe link, also in full. */
function Unsubscribe({ link }: { readonly link: string }) {
  const address = webAddress(link);
  return (
    <>
      <Text style={look.muted}>
        To stop these emails:{' '}
        <Link href={address} style={look.link}>
          Unsubscribe
        </Link>
      </Text>
      <Text style={look.address}>{address}</Text>
    </>
  );
}
