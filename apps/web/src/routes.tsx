import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { paths } from './paths.ts';

/** All screens of the product. Pages of the site are prerendered; pages in the protected layout need a session and an organization. */
export default [
  layout('./site/SiteLayout.tsx', [
    index('./screens/marketing/landing/Landing.tsx'),
    route(paths.earlyAccess, './screens/marketing/early-access/EarlyAccess.tsx'),
    route(paths.earlyAccessSuccessful, './screens/marketing/early-access/EarlyAccessSuccessful.tsx'),
    route(paths.contact, './screens/marketing/contact/Contact.tsx'),
    route(paths.subscribe, './screens/marketing/subscribe/Subscribe.tsx'),
    route(paths.comingSoon, './screens/marketing/coming-soon/ComingSoon.tsx'),
    route(paths.privacy, './screens/marketing/legal/Privacy.tsx'),
    route(paths.terms, './screens/marketing/legal/Terms.tsx'),
  ]),
  route(paths.login, './screens/account/login/Login.tsx'),
  route(paths.register, './screens/account/register/Register.tsx'),
  route(paths.signup, './screens/account/register/Register.tsx', { id: 'signup' }),
  route(paths.confirm, './screens/account/confirm/Confirm.tsx'),
  route(paths.emailConfirmation, './screens/account/email-confirmation/EmailConfirmation.tsx'),
  route(paths.accountVerified, './screens/account/account-verified/AccountVerified.tsx'),
  route(paths.forgotPassword, './screens/account/forgot-password/ForgotPassword.tsx'),
  route(paths.resetPassword, './screens/account/reset-password/ResetPassword.tsx'),
  route(paths.acceptInvitation, './screens/account/accept-invitation/AcceptInvitation.tsx'),
  ...(import.meta.env.DEV ? [route(paths.devLogin, './screens/account/dev-login/DevLogin.tsx')] : []),
  route(paths.logoutConfirm, './screens/account/logout-confirm/LogoutConfirm.tsx'),
  route(paths.installation, './screens/installation/Installation.tsx'),
  layout('./app/ProtectedLayout.tsx', [
    layout('./screens/dashboard/DashboardLayout.tsx', [
      route(paths.dashboard, './screens/dashboard/home/Home.tsx'),
      route(paths.serviceAccounts, './screens/dashboard/service-accounts/ServiceAccounts.tsx'),
      route(paths.failedLogons, './screens/dashboard/failed-logons/FailedLogons.tsx'),
      route(paths.interactiveLogons, './screens/dashboard/interactive-logons/InteractiveLogons.tsx'),
      route(paths.infrastructure, './screens/dashboard/infrastructure/Infrastructure.tsx'),
    ]),
    layout('./app/CheckedLayout.tsx', [
      layout('./screens/cases/CasesLayout.tsx', [
        route(paths.cases, './screens/cases/Cases.tsx'),
        route(paths.case, './screens/cases/file/CasePage.tsx'),
        route(paths.accounts, './screens/accounts/Accounts.tsx'),
        route(paths.account, './screens/accounts/file/AccountPage.tsx'),
        route(paths.ownerReview, './screens/accounts/review/ReviewPage.tsx'),
      ]),
      route(paths.downloads, './screens/downloads/Downloads.tsx'),
      route(paths.paymentConfirmation, './screens/payment-confirmation/PaymentConfirmation.tsx'),
      layout('./screens/settings/SettingsLayout.tsx', [
        route(paths.settings, './screens/settings/profile/ProfileTab.tsx'),
        route(paths.settingsOrganization, './screens/settings/organization/OrganizationTab.tsx'),
        route(paths.settingsNotifications, './screens/settings/notifications/NotificationsTab.tsx'),
        route(paths.settingsBilling, './screens/settings/billing/BillingTab.tsx'),
        route(paths.settingsReports, './screens/settings/reports/ReportsTab.tsx'),
        layout('./screens/settings/agent/AgentLayout.tsx', [
          route(paths.settingsAgent, './screens/settings/agent/fleet/FleetPage.tsx'),
          route(paths.settingsAgentEnrollment, './screens/settings/agent/enrollment/EnrollmentPage.tsx'),
          route(paths.settingsAgentGroups, './screens/settings/agent/groups/GroupsPage.tsx'),
          route(paths.settingsAgentUpgrades, './screens/settings/agent/upgrades/UpgradesPage.tsx'),
        ]),
        route(paths.settingsDirectory, './screens/settings/directory/DirectoryTab.tsx'),
        route(paths.settingsDetection, './screens/settings/detection/DetectionTab.tsx'),
      ]),
    ]),
  ]),
  route('*', './screens/not-found/NotFound.tsx'),
] satisfies RouteConfig;
