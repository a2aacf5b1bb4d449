import { type Command, Option } from 'commander';

export interface NetworkFlags {
  caFile?: string;
  pin?: string[];
  clientCertificate?: string;
  clientKey?: string;
  proxy?: string;
  proxyCredentials?: string;
}

const gather = (value: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), value];

/** Options of every command that speaks to the server. */
export function addNetworkOptions(command: Command): void {
  const options = [
    new Option('--ca-file <file>', "certificate authorities (PEM) to trust beside the system's").env(
      'SCOUT_CA_FILE',
    ),
    new Option(
      '--pin <hash>',
      "SHA-256 (base64) of the server's public key; no other is accepted; repeatable",
    ).argParser(gather),
    new Option('--client-certificate <file>', "the agent's own certificate (PEM), for servers that want one"),
    new Option('--client-key <file>', 'its private key (PEM)'),
    new Option(
      '--proxy <address>',
      'http://HOST:PORT, https://HOST:PORT, pac+URL of a PAC file, or none (default: HTTPS_PROXY and NO_PROXY)',
    ).env('SCOUT_PROXY'),
    new Option('--proxy-credentials <file>', 'file with USER:PASSWORD for the proxy'),
  ];
  for (const option of options) command.addOption(option);
}
