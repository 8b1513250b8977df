# A Django site with nothing but the admin and a few users and groups.
#   django-site.py BASE fill          creates the data base
#   django-site.py BASE ask QUERY     prints the first column of the first row
#   django-site.py BASE PORT          serves it on 127.0.0.1
import sqlite3
import sys

BASE, WHAT = sys.argv[1:3]
if WHAT == "ask":
    row = sqlite3.connect(BASE).execute(sys.argv[3]).fetchone()
    print("" if row is None else row[0])
    sys.exit()

import django
from django.conf import settings

CONTRIB = ["admin", "auth", "contenttypes", "sessions", "messages", "staticfiles", "sites", "flatpages", "redirects"]
CONTEXT = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
settings.configure(
    DEBUG=True,
    SECRET_KEY="of no use to anyone",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="site_urls",
    USE_TZ=True,
    STATIC_URL="/static/",
    SITE_ID=1,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE}},
    INSTALLED_APPS=[f"django.contrib.{name}" for name in CONTRIB],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": CONTEXT},
        }
    ],
)
django.setup()

from django.contrib import admin
from django.core.management import call_command
from django.urls import path

sys.modules["site_urls"] = sys.modules[__name__]
urlpatterns = [path("admin/", admin.site.urls)]

if WHAT == "fill":
    from django.contrib.auth.models import Group, User

    call_command("migrate", verbosity=0)
    User.objects.create_superuser("admin", "admin@example.test", "secret-pass-1")
    for name in ["maria", "omar", "lin"]:
        User.objects.create_user(name, f"{name}@example.test", "secret-pass-2")
    for name in ["Editors", "Reviewers", "Writers"]:
        Group.objects.create(name=name)
else:
    call_command("runserver", f"127.0.0.1:{WHAT}", use_reloader=False)
