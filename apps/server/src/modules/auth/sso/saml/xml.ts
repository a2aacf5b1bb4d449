import { createRequire } from 'node:module';
import { limits } from '@scout/contract';
import { ProviderProblem } from '../problems.ts';

/** The part of the DOM that is used. The library's own types would bring those of browsers. */
export interface XmlElement {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlElement & { readonly nodeType: number }>;
  getAttribute(name: string): string;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
  toString(): string;
}
interface Parser {
  parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null };
}
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as {
  DOMParser: new (options: { errorHandler: Record<string, (message: string) => never> }) => Parser;
};

export const ns = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const DECLARATION = /^\uFEFF?\s*<\?xml [^<>]{0,200}\?>/;
/** Document types, entities and sections of raw text; a comment only outside of a response, where it would split a name. */
const REFUSED = { message: /<[!?]/, description: /<!(?!--)/ } as const;

/**
 * Reads XML of bounded size, without document types.
 * @param kind what a person signs in by, or a provider's description, which may have comments
 * @throws ProviderProblem
 */
export function parseXml(text: string, kind: keyof typeof REFUSED): XmlElement {
  const { metadataBytes, xmlTags } = limits.sso;
  if (text.length > metadataBytes || count(text, '<') > xmlTags || count(text, '=') > 2 * xmlTags)
    throw new ProviderProblem('The XML is too large.');
  const body = text.replace(DECLARATION, '');
  if (REFUSED[kind].test(body))
    throw new ProviderProblem('The XML has a document type, a comment or raw text, which is not accepted.');
  const refuse = (message: string): never => {
    throw new ProviderProblem('The XML is not well-formed.', { cause: message });
  };
  const { documentElement } = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(body, 'text/xml');
  if (!documentElement) return refuse('no element');
  requireDepth(documentElement, limits.sso.xmlDepth);
  return documentElement;
}

/** Bounds the depth: later readers call themselves for each level. */
function requireDepth({ childNodes }: XmlElement, left: number): void {
  if (left === 0) throw new ProviderProblem('The XML is nested too deeply.');
  for (const child of Array.from(childNodes)) if (child.nodeType === 1) requireDepth(child, left - 1);
}

function count(text: string, character: string): number {
  let n = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) n++;
  return n;
}

/** Elements of this name directly below another. */
export const childrenOf = ({ childNodes }: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(childNodes).filter(
    ({ nodeType, namespaceURI, localName }) =>
      nodeType === 1 && namespaceURI === namespace && localName === name,
  );

/** Elements of this name anywhere below another. */
export const allBelow = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  Array.from(element.getElementsByTagNameNS(namespace, name));

/** Text of an element, without the space around it. */
export const textIn = (element: XmlElement | undefined): string => element?.textContent?.trim() ?? '';
