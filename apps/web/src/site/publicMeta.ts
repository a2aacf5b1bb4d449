import { siteAddressPlaceholder } from '@scout/contract';
import type { MetaDescriptor } from 'react-router';

export interface PublicPage {
  /** The tab title before '| Scout'. */
  title: string;
  /** One or two sentences for search engines and previews. */
  description: string;
  path: string;
  /** Structured data, schema.org. */
  data?: Record<string, unknown>;
  /** False for pages reachable only from another page. */
  indexed?: boolean;
}

/** The `meta` export of a public page: title, description, canonical address and social preview. */
export function publicMeta({ title, description, path, data, indexed = true }: PublicPage) {
  const whole = `${title} | Scout`;
  const address = `${siteAddressPlaceholder}${path}`;
  return (): MetaDescriptor[] => [
    { title: whole },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Scout' },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${siteAddressPlaceholder}/og.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Scout: a list of service-account detections, newest first' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data } }] : []),
  ];
}
